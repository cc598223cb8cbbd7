import { expect, it } from 'vitest';
import { dayMs } from '../../kit/clock.ts';
import { comparable, type DayTotal, daysAndWeeks } from './traffic.weeks.policy.ts';

const day = Date.UTC(2026, 10, 20);
const ago = (days: number) => day - days * dayMs;
/** Returns all days of five weeks, with the same total. */
const totals = (total: DayTotal) =>
  new Map(Array.from({ length: 40 }, (_, back) => [ago(back), total] as const));
const known: DayTotal = { requests: 100, known: 100 };
const weeks = (
  days: number,
  of: 'requests' | 'on',
  { with: some = totals(known), first = ago(60) } = {},
) => comparable(daysAndWeeks(day, days), of, some, first).weeks;

it('compares a day with the same weekday of four weeks, and a week with four weeks', () => {
  expect(weeks(1, 'requests')).toEqual([[ago(7)], [ago(14)], [ago(21)], [ago(28)]]);
  const [first, ...more] = weeks(7, 'requests');
  expect(first).toEqual([7, 8, 9, 10, 11, 12, 13].map(ago));
  expect(more).toHaveLength(3);
});

it('leaves out weeks before the second day that is stored: the first one may have begun late', () => {
  expect(weeks(1, 'requests', { first: ago(21) })).toEqual([[ago(7)], [ago(14)]]);
  expect(weeks(7, 'requests', { first: ago(21) })).toHaveLength(2);
  expect(weeks(7, 'requests', { first: ago(20) })).toHaveLength(1);
  expect(weeks(1, 'requests', { first: day })).toEqual([]);
});

it('counts days without any request', () => {
  expect(weeks(1, 'on', { with: new Map() })).toHaveLength(4);
});

it('compares those with ads on only where outcomes are known', () => {
  const since = (days: number, unknown: DayTotal) =>
    new Map([...totals(unknown), ...[...totals(known)].filter(([one]) => one >= ago(days))]);
  const before = { requests: 100, known: 98 };
  expect(weeks(1, 'on', { with: since(14, before) })).toEqual([[ago(7)], [ago(14)]]);
  expect(weeks(1, 'requests', { with: since(14, before) })).toHaveLength(4);
  expect(weeks(7, 'on', { with: since(14, before) })).toHaveLength(1);
  expect(weeks(1, 'on', { with: since(-1, before) })).toEqual([]);
  expect(weeks(1, 'on', { with: since(14, { requests: 100, known: 99 }) })).toHaveLength(4);
});
