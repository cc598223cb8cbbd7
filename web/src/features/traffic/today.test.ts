import type { Traffic, TrafficCounts } from '@adwarden/contract/traffic/traffic';
import { expect, test } from 'vitest';
import { formatTime } from '../../lib/dates.ts';
import { comparedToday, comparedUntil, countedToday } from './today.ts';

const off = { paused: 0, suspended: 0, 'ads-off': 0, country: 0, vpn: 0 };
const none = { on: 0, off, unknown: 0, notModified: 0, oldToken: 0, wrongToken: 0 };

/** Hours of 26 November from `first` on: each has these requests with ads on, one with ads off, and these a week before. */
function hours(first: number, counts: [on: number, before: number | null][]): Traffic['steps'] {
  return counts.map(([on, before], index) => ({
    at: new Date(Date.UTC(2026, 10, 26, first + index)).toISOString(),
    ...none,
    on,
    off: { ...off, vpn: 1 },
    weekBefore: before === null ? null : ({ ...none, on: before } satisfies TrafficCounts),
  }));
}

test('yesterday’s hours are not among those of today', () => {
  const steps = hours(-2, [
    [100, 1],
    [100, 1],
    [5, 8],
    [3, 9],
  ]);
  const traffic = { steps, asOf: '2026-11-26T01:30:00.000Z' };
  expect([countedToday(traffic, 'on'), countedToday(traffic, 'requests')]).toEqual([8, 10]);
  expect(comparedToday(traffic, 'on'), 'the hour that runs is not compared').toBe(
    '38% fewer than a week ago',
  );
  expect(comparedToday(traffic, 'requests')).toBe('25% fewer than a week ago');
  expect(comparedUntil(traffic)).toBe(formatTime('2026-11-26T01:00:00.000Z'));
});

test.each([
  ['no hour is over', [[5, 8]], '2026-11-26T00:59:00.000Z', /^$/],
  ['nothing is kept of a week ago', [[5, null]], '2026-11-26T01:00:00.000Z', /^$/],
  ['more', [[12, 8]], '2026-11-26T01:00:00.000Z', /^50% more than a week ago$/],
  ['as many', [[8, 8]], '2026-11-26T01:00:00.000Z', /^as many as a week ago$/],
  ['hardly fewer', [[999, 1000]], '2026-11-26T01:00:00.000Z', /^1% fewer/],
  ['none then', [[5, 0]], '2026-11-26T01:00:00.000Z', /^none a week ago$/],
] as [string, [number, number | null][], string, RegExp][])('%s', (_, counts, asOf, words) => {
  expect(comparedToday({ steps: hours(0, counts), asOf }, 'on')).toMatch(words);
});
