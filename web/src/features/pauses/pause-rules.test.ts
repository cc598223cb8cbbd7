import type { Pause } from '@adwarden/contract/pauses/pauses';
import { expect, test } from 'vitest';
import { mayEnd, nextFetch, widestFirst } from './pause-rules.ts';

const pause = (over: Partial<Pause>): Pause => ({
  id: 'p',
  scope: 'app',
  value: 'q7m2x5k3v4y6z7ab',
  label: 'Tide Clock',
  reason: 'Invalid traffic',
  createdAt: '2026-11-20T09:15:00.000Z',
  createdBy: { kind: 'admin', name: 'Morgan' },
  until: null,
  endedAt: null,
  endedBy: null,
  apps: 1,
  ...over,
});

test.each([
  ['admin', 'admin', true],
  ['admin', 'user', true],
  ['user', 'admin', false],
  ['user', 'user', true],
] as const)('an %s may end a pause that an %s began: %s', (role, kind, may) => {
  expect(mayEnd(role, pause({ createdBy: { kind, name: 'x' } }))).toBe(may);
});

test('all apps come first, then accounts, owners and apps; of the same scope the one with more apps', () => {
  const pauses = [
    pause({ id: 'app' }),
    pause({ id: 'owner', scope: 'owner', apps: 500 }),
    pause({ id: 'small', scope: 'account', apps: 2 }),
    pause({ id: 'all', scope: 'all', apps: 0 }),
    pause({ id: 'large', scope: 'account', apps: 30 }),
  ];
  const order = ['all', 'large', 'small', 'owner', 'app'];
  expect(widestFirst(pauses).map(({ id }) => id)).toEqual(order);
});

const now = Date.parse('2026-11-20T09:15:00.000Z');
test.each([
  [[], 30_000],
  [[null], 30_000],
  [['2026-11-20T10:15:00.000Z'], 30_000],
  [['2026-11-20T09:15:10.000Z', null], 10_500],
  // It is over; the server has not noted it yet.
  [['2026-11-20T09:14:00.000Z'], 1000],
])('pauses until %j are fetched again after %d ms', (ends, ms) => {
  expect(
    nextFetch(
      ends.map((until) => pause({ until })),
      now,
    ),
  ).toBe(ms);
});
