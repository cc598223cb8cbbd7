import type { UsageCounts } from '@adwarden/contract/usage';
import { dayMs, dayOf } from '../../kit/clock.ts';

/** The ID of the row with the sums of all apps, so that the totals of a day need no reading of all rows. */
export const allApps = '*';
/** The ID of the row for all unknown app IDs together; none of them is stored. */
export const unknownApps = '';

/** The number of days in the column of the application lists, and for the impact of an edit. */
export const listDays = 7;

/** The last `count` UTC days up to that of `now`, oldest first, each as its first millisecond. */
export function lastDays(now: number, count: number): number[] {
  const today = dayOf(now);
  return Array.from({ length: count }, (_, index) => today - (count - 1 - index) * dayMs);
}

/** What is added to one row: app ID, country ('' for none), then the counts in the order of `storedCounts`. */
export type UsageSum = [
  appID: string,
  country: string,
  ...counts: [number, number, number, number, turnedOff?: number],
];
/** The counts that are shown to people. */
export const countNames = ['ok', 'notModified', 'oldToken', 'wrongToken'] as const;
export const storedCounts = [...countNames, 'turnedOff'] as const;

/** The counts of one day. */
export type DayRow = UsageCounts & { day: number };
