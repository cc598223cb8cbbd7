import { expect, test } from 'vitest';
import { nextMailAt } from './mail.times.policy.ts';

test.each([
  ['2026-11-20T05:59:59.999Z', 6, '2026-11-20T06:00:00.000Z'],
  ['2026-11-20T06:00:00.000Z', 6, '2026-11-21T06:00:00.000Z'],
  ['2026-12-31T23:30:00.000Z', 23, '2027-01-01T23:00:00.000Z'],
  ['2026-11-20T00:00:00.000Z', 0, '2026-11-21T00:00:00.000Z'],
])('after %s, at %i: %s', (now, hour, next) => {
  expect(new Date(nextMailAt(Date.parse(now), hour)).toISOString()).toBe(next);
});
