import { expect, test } from 'vitest';
import { lostPasskeys, relyingPartyOf } from './relying-party.ts';

test.each([
  [undefined, { host: 'localhost', origin: 'http://localhost:3000' }],
  [
    'https://office.example.com',
    { host: 'office.example.com', origin: 'https://office.example.com' },
  ],
  ['https://example.com:8443/office', { host: 'example.com', origin: 'https://example.com:8443' }],
  ['http://localhost:8080/adwarden', { host: 'localhost', origin: 'http://localhost:8080' }],
  ['http://office.localhost', { host: 'office.localhost', origin: 'http://office.localhost' }],
  ['http://office.example.com', 'not-https'],
  ['http://notlocalhost', 'not-https'],
  ['https://203.0.113.7', 'no-host-name'],
  ['http://127.0.0.1:3000', 'no-host-name'],
  ['https://[::1]', 'no-host-name'],
])('passkeys of %s belong to %o', (officeAddress, expected) => {
  expect(relyingPartyOf({ officeAddress, port: 3000 })).toEqual(expected);
});

const here = { host: 'new.example.com', origin: 'https://new.example.com' };
const old = (passkeys: number, host = 'office.example.com') => ({ host, passkeys });
test.each([
  [[], here, ''],
  [[old(2, 'new.example.com')], here, ''],
  [
    [old(3), old(1, 'new.example.com')],
    here,
    '3 passkeys belong to office.example.com and cannot be used at new.example.com',
  ],
  [
    [old(1)],
    'not-https' as const,
    '1 passkey belongs to office.example.com and cannot be used now',
  ],
  [
    ['a', 'b', 'c', 'd', 'e'].map((host) => old(1, host)),
    here,
    '5 passkeys belong to a, b, c and 2 more and cannot be used at new.example.com',
  ],
])('of %o, those that are lost at %o are said', (all, party, words) => {
  expect(lostPasskeys(all, party)).toBe(words);
});
