import type { UsageDay } from '@adwarden/contract/usage';
import { requestsIn } from './usage-words.ts';

const weekdays = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });

/** The weekday of a day of the wire (`2026-03-05`): 'Thursday'. */
export const weekdayOf = (day: string): string => weekdays.format(Date.parse(day));

/** The requests of a day. */
export type DayRequests = { day: string; requests: number };

/** A day and the same weekday in the weeks before, the newest first, as far as the days reach; null without the day. */
export function sameWeekdays(
  days: readonly UsageDay[],
  day: string,
  weeks: number,
): { day: DayRequests; before: DayRequests[] } | null {
  const at = days.findIndex((one) => one.day === day);
  const [found, ...before] = Array.from({ length: weeks + 1 }, (_, week) => days[at - 7 * week])
    .filter((one) => one !== undefined)
    .map((one) => ({ day: one.day, requests: requestsIn(one) }));
  return at < 0 || !found ? null : { day: found, before };
}
