import { expect, test } from 'vitest';
import { setUpsOf } from './set-ups.policy.ts';

const byPassword = { by: 'password' } as const;
const nothing = {
  kind: 'admin',
  isMade: false,
  hasFactor: false,
  linkState: null,
  way: byPassword,
} as const;
const owner = { ...nothing, kind: 'user' } as const;

test.each([
  ['nothing is required', nothing, 'off', []],
  ['administrators must have one', nothing, 'admins', ['secondFactor']],
  ['owners need none then', owner, 'admins', []],
  ['everybody must have one', owner, 'all', ['secondFactor']],
  ['who has one is done', { ...nothing, hasFactor: true }, 'all', []],
  ['a made password', { ...nothing, isMade: true }, 'off', ['password']],
  [
    'both, the password first',
    { ...nothing, isMade: true },
    'admins',
    ['password', 'secondFactor'],
  ],
  ['a link that was used', { ...owner, linkState: 'used' }, 'off', ['secondFactor']],
  [
    'a link that was used, and a factor',
    { ...owner, linkState: 'used', hasFactor: true },
    'off',
    [],
  ],
  ['a link that waits is for the sign-in', { ...owner, linkState: 'waiting' }, 'off', []],
] as const)('%s', (_, state, required, expected) => {
  expect(setUpsOf(state, { required, only: { admin: false, user: false } })).toEqual(expected);
});

const only = { admin: true, user: false };
const signedOn = (isStrong: boolean) => ({ ...nothing, way: { by: 'oidc', isStrong } as const });
test.each([
  ['a password although OIDC_ONLY is on', nothing, 'off', ['secondFactor']],
  ['an owner, whom OIDC_ONLY does not mean', owner, 'off', []],
  ['single sign-on', signedOn(false), 'off', []],
  ['single sign-on where a factor is required', signedOn(false), 'admins', ['secondFactor']],
  ['a strong sign-in at the provider', signedOn(true), 'all', []],
  ['a made password does not matter there', { ...signedOn(true), isMade: true }, 'off', []],
  ['a link that was used', { ...signedOn(true), linkState: 'used' }, 'off', ['secondFactor']],
] as const)('with single sign-on: %s', (_, state, required, expected) => {
  expect(setUpsOf(state, { required, only })).toEqual(expected);
});
