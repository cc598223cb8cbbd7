import { expect, test } from 'vitest';
import { checkAdmins, checkPasskeys } from './database.checks.ts';

test.each([
  ['admin@example.com', 'warning'],
  ['ada@adwarden.example.com', 'warning'],
  ['ADA@HARBOUR.EXAMPLE', 'warning'],
  ['ada@example.org', 'warning'],
  ['ada@myexample.com', 'ok'],
  ['ada@example.com.harbour.net', 'ok'],
  ['example@harbour.net', 'ok'],
])('an administrator with the address %s: %s', (email, state) => {
  expect(checkAdmins(['ada@harbour.net', email]).state).toBe(state);
});

test('several are said by the first one and their number', () => {
  const { what } = checkAdmins(['a@kelp.example', 'b@harbour.net', 'c@example.net']);
  expect(what).toMatch(/: a@kelp\.example and 1 more$/);
});

test('passkeys of another host name are a warning', () => {
  const at = { officeAddress: 'https://new.example.com', port: 8080 };
  const here = { host: 'new.example.com', passkeys: 2 };
  expect(checkPasskeys([here], at)).toMatchObject({ state: 'ok' });
  expect(checkPasskeys([{ host: 'office.example.com', passkeys: 3 }, here], at)).toMatchObject({
    state: 'warning',
    what: '3 passkeys belong to office.example.com and cannot be used at new.example.com',
  });
});
