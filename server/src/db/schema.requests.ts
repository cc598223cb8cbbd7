import type { RequestOutcome } from '@adwarden/contract/ads';
import type { ComparedBy, ComparedCount } from '@adwarden/contract/traffic/comparison';
import type { TrafficStep } from '@adwarden/contract/traffic/traffic';
import type { Generated } from 'kysely';

/* The tables about the requests of phones; schema.ts says how columns are written. */

/** The app ID of the rows with the sums of all apps. A total is read from these rows instead of the rows of all apps. */
export const allApps = '*';
/** The app ID of the rows for all unknown app IDs together; none of them is stored. */
export const unknownApps = '';
/** Builds the app ID of the rows with the sums of an owner's apps (`traffic_total`). */
export const appsOf = (ownerId: string): string => `@${ownerId}`;

/**
 * The number of requests for an app's ads on one UTC day, over all nodes: `ok` (200) and `notModified` (304) are the answers with
 * its ads, `oldToken` those of them to a replaced token, `wrongToken` the refusals. `on` and `off…` count the same answers by
 * their verdict. Versions before migration 0024 counted only one of these: `turnedOff`, off by country or VPN. Not a fact of the
 * back office, so the log of changes does not contain it.
 */
export interface AppUsageTable {
  /** The day's first millisecond. */
  day: number;
  /** An app ID, `allApps`, `unknownApps`, or `appsOf` an owner. */
  appID: string;
  /** The alpha-2 code if IP rules knew it, else ''. */
  country: string;
  ok: number;
  notModified: number;
  oldToken: number;
  wrongToken: number;
  turnedOff: Generated<number>;
  on: Generated<number>;
  offPaused: Generated<number>;
  offSuspended: Generated<number>;
  offAds: Generated<number>;
  offCountry: Generated<number>;
  offVpn: Generated<number>;
}

/** The same for one UTC hour, with a row for each outcome. */
export interface AppUsageHourTable {
  /** The hour's first millisecond. */
  hour: number;
  appID: string;
  country: string;
  /** `unknown`: counted by an edge of an older version, which did not count by outcome. */
  outcome: RequestOutcome | 'unknown';
  requests: number;
  /** The number of them that were answered by 304, and the number with a replaced token. */
  notModified: number;
  oldToken: number;
}

/**
 * The number of uses of an app's token on a UTC day (ADR 72). An app whose token was never replaced has no rows: all its requests
 * had that token.
 */
export interface AppTokenUsageTable {
  day: number;
  appID: string;
  /** Its last four characters; '' for requests whose token is not known. */
  token: string;
  country: string;
  requests: number;
  /** The number of refusals after its end; the real number may be higher, because not all refusals report their token. */
  refused: Generated<number>;
}

/** An hour or a day whose counts are added up by owner, as `appsOf` rows of both tables of counts. */
export interface TrafficTotalTable {
  step: TrafficStep;
  time: number;
  /** The number of requests of all apps at that time. When more have come since, it must be added up again. */
  requests: number;
}

/**
 * A comparison that is stored: the requests of all apps on some days, and on the same weekdays of some weeks before (ADR 56).
 */
export interface TrafficComparisonTable {
  /** The first millisecond of the last of these days. */
  day: number;
  /** The number of days, up to this one. */
  days: number;
  by: ComparedBy;
  of: ComparedCount;
  /** The number of weeks that they are compared with. */
  weeks: number;
  /** JSON object of the largest increases and decreases: arrays of `key`, `name`, `requests`, `usual`. */
  differences: string;
  /** The time when it was computed, by the database's clock. */
  at: number;
}

/** A process that sends usage, and the number of its last part, so that a part that comes again is not counted twice. */
export interface UsageSenderTable {
  sender: string;
  number: number;
  /** The time when that part came, by the database's clock. */
  at: number;
}

/**
 * A process of an edge, as any office of this database last heard of it (ADR 49). Not a fact of the back office, so the log of
 * changes does not contain it.
 */
export interface EdgeTable {
  name: string;
  /** The number of the process on its machine. */
  process: number;
  version: string;
  /** By the database's clock, like `lastSeenAt`. */
  firstSeenAt: number;
  lastSeenAt: number;
  /** The longest time by which its ads may be old; null while it does not know. */
  lagMs: number | null;
}

/** An app whose answers somebody watches (ADR 42). Not a fact of the back office, so the log of changes does not contain it. */
export interface AppWatchTable {
  appID: string;
  /** The end of the watch, by the database's clock. After it the row counts as deleted. */
  until: number;
  /** The time of the last answer to a phone, by the database's clock. Null before the first answer. */
  answeredAt: number | null;
  /** JSON object of that answer: country, status and reason; '' for none. */
  answer: string;
  /** The id of the person whose watch it is; '' when a version before migration 0021 wrote it. */
  watchedBy: string;
}
