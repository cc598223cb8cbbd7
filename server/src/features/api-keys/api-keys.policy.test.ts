import { expect, it, test } from 'vitest';
import { dayMs } from '../../kit/clock.ts';
import { endOf, refusalOfScopes, seesKey, warningsDue } from './api-keys.policy.ts';

const admin = { kind: 'admin', id: 'a' } as const;
const viewer = { kind: 'admin', id: 'v', access: 'view' } as const;
const owner = { kind: 'user', id: 'o' } as const;

test.each([
  [admin, ['read', 'apps', 'users', 'pauses', 'import'], null],
  [viewer, ['read'], null],
  [viewer, ['read', 'apps'], 'A viewer’s key has the scope “read” only'],
  [owner, ['read', 'apps', 'pauses', 'import'], null],
  [owner, ['users'], 'The scope “users” is for administrators only'],
] as const)('%j makes a key with %j: %s', (person, scopes, refusal) => {
  expect(refusalOfScopes(person, scopes)).toBe(refusal);
});

it('ends in 90 days, or when it should, and in a year at most', () => {
  const now = 1_000_000;
  expect(endOf(null, now)).toBe(now + 90 * dayMs);
  expect(endOf(now + 1, now)).toBe(now + 1);
  expect(endOf(now + 365 * dayMs, now)).toBe(now + 365 * dayMs);
  expect(endOf(now + 365 * dayMs + 1, now)).toBeNull();
  expect(endOf(now, now)).toBeNull();
  expect(endOf(now - 1, now)).toBeNull();
});

test.each([
  [90, 0],
  [14.1, 0],
  [14, 1],
  [3.1, 1],
  [3, 2],
  [0, 2],
])('%s days before its end, %s warnings are due', (days, warnings) => {
  expect(warningsDue(days * dayMs)).toBe(warnings);
});

it('is seen by its person, and by administrators', () => {
  const key = { kind: 'user', accountId: 'o' };
  expect(seesKey(owner, key)).toBe(true);
  expect(seesKey({ kind: 'user', id: 'p' }, key)).toBe(false);
  expect(seesKey(admin, key)).toBe(true);
  expect(seesKey(viewer, key)).toBe(false);
  expect(seesKey({ kind: 'admin', id: 'o', access: 'view' }, key)).toBe(false);
});
