import type { UsageCounts } from '@adwarden/contract/usage';
import type { AppUsageHourTable } from '../../db/schema.requests.ts';

/** The number of days in the column of the application lists, and for the impact of an edit. */
export const listDays = 7;

/** The counts that the calls about usage show. */
export const countNames = ['ok', 'notModified', 'oldToken', 'wrongToken'] as const;
/** The counts of a day. */
export const dayCounts = [
  ...countNames,
  'on',
  'offPaused',
  'offSuspended',
  'offAds',
  'offCountry',
  'offVpn',
] as const;
/** The counts of a day that versions before migration 0024 have written. */
export const olderCounts = [...countNames, 'turnedOff'] as const;

/** The outcomes of requests; `unknown`: counted by an older version. */
export type StoredOutcome = AppUsageHourTable['outcome'];

/** The counts to add to a day, in the order of its columns. */
export type DayRow = [appID: string, country: string, ...counts: number[]];

/** The counts to add to an hour. */
export type HourRow = [
  appID: string,
  country: string,
  outcome: StoredOutcome,
  requests: number,
  notModified: number,
  oldToken: number,
];

/** The numbers of uses and refusals of a token; `token` is its last four characters, '' if it is not known. */
export type TokenRow = [
  appID: string,
  token: string,
  country: string,
  requests: number,
  refused: number,
];

/** The tokens that an app has had, the oldest first. `replacedAt` is null for the present one. */
export type TokenPeriod = { ending: string; since: number; replacedAt: number | null };

/** The counts to add to a day and an hour, given by their first milliseconds. Without an hour, the day only. */
export type CountedUsage = {
  day: number;
  hour: number | null;
  columns: readonly string[];
  days: DayRow[];
  hours: HourRow[];
  /** The rows of replaced tokens. */
  tokens: TokenRow[];
  /** The rows of present, unknown and refused tokens: stored only for apps whose token was ever replaced. */
  otherTokens: TokenRow[];
};

/** The counts of one day. */
export type CountedDay = UsageCounts & { day: number };
