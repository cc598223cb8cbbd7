import { expect, test } from 'vitest';
import { setUpsOf } from './set-ups.policy.ts';

const nothing = { kind: 'admin', isMade: false, hasFactor: false, linkState: null } as const;
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
  expect(setUpsOf(state, required)).toEqual(expected);
});
