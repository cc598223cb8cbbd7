import type { UsageDay } from '@adwarden/contract/usage';
import { expect, test } from 'vitest';
import { sameWeekdays, weekdayOf } from './weekdays.ts';

const days: UsageDay[] = Array.from({ length: 30 }, (_, index) => ({
  day: new Date(Date.UTC(2026, 9, 28 + index)).toISOString().slice(0, 10),
  ok: index,
  notModified: 100,
  oldToken: 5,
  wrongToken: 1000,
}));

test('a day is compared with the same weekday of the weeks before', () => {
  expect(days.at(-1)?.day).toBe('2026-11-26');
  expect(sameWeekdays(days, '2026-11-26', 2)).toEqual({
    day: { day: '2026-11-26', requests: 129 },
    before: [
      { day: '2026-11-19', requests: 122 },
      { day: '2026-11-12', requests: 115 },
    ],
  });
});

test('weeks that the days do not reach are left out', () => {
  expect(sameWeekdays(days, '2026-11-05', 4)?.before).toEqual([
    { day: '2026-10-29', requests: 101 },
  ]);
  expect(sameWeekdays(days, '2026-10-28', 4)?.before).toEqual([]);
});

test.each(['2026-11-27', '', 'x'])('there is no day %j', (day) => {
  expect(sameWeekdays(days, day, 4)).toBeNull();
});

test('a weekday is that of UTC', () => {
  expect(weekdayOf('2026-11-26')).toBe('Thursday');
});
