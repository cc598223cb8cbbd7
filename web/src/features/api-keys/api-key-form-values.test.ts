import { newApiKey } from '@adwarden/contract/api-keys/api-keys';
import { keyScopes } from '@adwarden/contract/people/people';
import { expect, it, test } from 'vitest';
import { dayChoices, emptyKeyForm, endAfter, keySchema } from './api-key-form-values.ts';
import { scopesInWords, scopeWords } from './api-key-words.ts';

const typed = (over: object = {}) => ({ ...emptyKeyForm(), name: 'Nightly', ...over });
const errorsOf = (over: object) =>
  keySchema.safeParse(typed(over)).error?.issues.map(({ path, message }) => [path[0], message]);

it('sends what the contract takes', () => {
  const addresses = '192.0.2.7, 2001:db8::/32\n10.0.0.0/8;';
  const sent = keySchema.parse(typed({ addresses }));
  expect(newApiKey.safeParse(sent).success).toBe(true);
  expect(sent.addresses).toEqual(['192.0.2.7', '2001:db8::/32', '10.0.0.0/8']);
  expect(keySchema.parse(typed())).not.toHaveProperty('addresses');
});

test.each([
  [{ name: ' ' }, 'name', 'Please Enter Name'],
  [{ scopes: [] }, 'scopes', 'Please Select Scopes'],
  [{ addresses: 'here' }, 'addresses', /such as/],
  [{ addresses: '192.0.2.7 here' }, 'addresses', /such as/],
])('%j has its error at the field %s', (over, field, message) => {
  expect(errorsOf(over)).toEqual([
    [field, typeof message === 'string' ? message : expect.stringMatching(message)],
  ]);
});

it('the longest end is within a year although this clock is ahead', () => {
  const now = Date.parse('2026-11-29T12:00:00Z');
  const yearMs = 365 * 86_400_000;
  expect(Date.parse(endAfter(365, now))).toBeLessThan(now + yearMs - 60_000);
  expect(Date.parse(endAfter(90, now))).toBe(now + 90 * 86_400_000);
  expect(dayChoices).toEqual([7, 30, 90, 365]);
});

it('each scope has its words', () => {
  expect(Object.keys(scopeWords)).toEqual([...keyScopes]);
  expect(scopesInWords(['read', 'pauses'])).toBe('Read, Pauses');
});
