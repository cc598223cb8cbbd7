import type { TrafficStepCounts } from '@adwarden/contract/traffic/traffic';
import { expect, it, test } from 'vitest';
import { comparedCount, stepAgainstWeekBefore, sumAgainstWeekBefore } from './week-before.ts';

const off = { paused: 0, suspended: 0, 'ads-off': 0, country: 0, vpn: 0 };
const counts = { on: 0, off, unknown: 0, notModified: 0, oldToken: 0, wrongToken: 0 };
const withAds = (on: number, country = 0) => ({ ...counts, on, off: { ...off, country } });

/** A day with requests that had ads, some that had none, and those with ads a week before. */
const day = (date: number, on: number, before: number | null, country = 0): TrafficStepCounts => ({
  at: `2026-11-${date}T00:00:00.000Z`,
  ...withAds(on, country),
  weekBefore: before === null ? null : withAds(before),
});
const answer = (...steps: TrafficStepCounts[]) =>
  ({ step: 'day', steps, asOf: '2026-11-22T09:00:00.000Z' }) as const;

it('the sum is of the days that are over', () => {
  const days = [day(20, 5, 10), day(21, 6, 10)];
  expect(sumAgainstWeekBefore(answer(...days), 'on')).toBe('−45% against a week before');
  expect(sumAgainstWeekBefore(answer(...days, day(22, 1, 10)), 'on')).toBe(
    '−45% against a week before, without the day that runs',
  );
});

it('the sum is not known when a week before is not kept, or no day is over', () => {
  expect(sumAgainstWeekBefore(answer(day(20, 5, null), day(21, 6, 10)), 'on')).toBe('');
  expect(sumAgainstWeekBefore(answer(day(22, 1, 10)), 'on')).toBe('');
});

it('a day that runs is not compared, but both are said', () => {
  const words = (step: TrafficStepCounts) => stepAgainstWeekBefore(answer(step), step, 'on');
  expect(words(day(21, 29, 100))).toBe('−71% against 100 a week before');
  expect(words(day(22, 29, 100))).toBe('100 in the whole day a week before');
  expect(words(day(21, 29, null))).toBe('');
});

test('phones that ask as before and get no ads are a fall', () => {
  const fallen = day(21, 40, 100, 63);
  expect(stepAgainstWeekBefore(answer(fallen), fallen, 'on')).toBe(
    '−60% against 100 a week before',
  );
  expect(stepAgainstWeekBefore(answer(fallen), fallen, 'requests')).toBe(
    '+3% against 100 a week before',
  );
});

test.each([
  ['all outcomes are known', 0, 0, 'on'],
  ['one of many is not', 1, 0, 'on'],
  ['an older version counted the week before', 0, 90, 'requests'],
  ['an older version counted a part of a day', 20, 0, 'requests'],
] as const)('%s', (_, unknown, unknownBefore, compared) => {
  const before = { ...withAds(100 - unknownBefore), unknown: unknownBefore };
  const steps = [{ ...day(21, 100 - unknown, 0), unknown, weekBefore: before }];
  expect(comparedCount(answer(...steps))).toBe(compared);
});
