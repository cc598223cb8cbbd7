import type { UsageCounts, UsageDay } from '@adwarden/contract/usage';
import { isoTime } from '../../kit/clock.ts';
import { type CountedDay, countNames } from './usage.table.ts';

const nothing: UsageCounts = { ok: 0, notModified: 0, oldToken: 0, wrongToken: 0 };

/** Returns the counts of every day in the question, with zeros where nothing was counted, and their sum. */
export function presentDays(
  days: number[],
  rows: CountedDay[],
): { days: UsageDay[]; total: UsageCounts } {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const total = { ...nothing };
  const presented = days.map((day): UsageDay => {
    const { ok, notModified, oldToken, wrongToken } = byDay.get(day) ?? nothing;
    const counts = { ok, notModified, oldToken, wrongToken };
    for (const name of countNames) total[name] += counts[name];
    return { day: isoTime(day).slice(0, 10), ...counts };
  });
  return { days: presented, total };
}
