import type { Admin } from '@adwarden/contract/admins/admins';
import { expect, it } from 'vitest';
import { isExpected, waitsFor } from './waits-for.ts';

const at = '2026-03-01T08:00:00.000Z';
const [before, after] = [Date.parse(at) - 1, Date.parse(at) + 1];
const admin: Admin = {
  id: 'a',
  email: 'nia@example.com',
  fullName: 'Nia',
  role: 'admin',
  state: 'on',
  mustSetUp: [],
  invitedUntil: null,
  passwordUntil: null,
  lastSignInAt: null,
  singleSignOn: false,
  createdAt: at,
};
const made: Admin = { ...admin, mustSetUp: ['password'], passwordUntil: at };

it.each([
  ['a password of their own', admin, false, ''],
  ['a link', { ...admin, state: 'invited', invitedUntil: at }, true, /^Link until /],
  ['no link that works', { ...admin, state: 'invited' }, true, 'The link has ended: invite again'],
  [
    'no second factor, where one is required',
    { ...admin, mustSetUp: ['secondFactor'] },
    false,
    'A second factor',
  ],
  ['a made password', made, true, /^Password until /],
  ['a made password and a link', { ...made, invitedUntil: at }, true, /^Link until /],
  ['a made password, and is disabled', { ...made, state: 'off' }, false, ''],
] as const)('who has %s', (_, one, expected, words) => {
  expect(isExpected(one as Admin)).toBe(expected);
  expect(waitsFor(one as Admin, before)).toMatch(words || /^$/);
});

it('a made password that has ended is said', () => {
  expect(waitsFor(made, after)).toBe('The password has ended: invite again');
});
