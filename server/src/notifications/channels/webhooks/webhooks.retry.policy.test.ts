import { expect, test } from 'vitest';
import { isGivenUp, pauseAfter } from './webhooks.retry.policy.ts';

const hour = 3_600_000;

test.each([
  [1, null, 5_000],
  [2, null, 15_000],
  [3, null, 60_000],
  [6, null, hour / 2],
  [7, null, hour],
  [500, null, hour],
  [1, 30_000, 30_000],
  [3, 1_000, 60_000],
  [1, 50 * hour, hour],
])('after %i failures, and a receiver that asks for %s ms: %i ms', (tries, asked, ms) => {
  expect(pauseAfter(tries, asked)).toBe(ms);
});

test('an event is tried for a day', () => {
  expect([isGivenUp(24 * hour - 1), isGivenUp(24 * hour)]).toEqual([false, true]);
});
