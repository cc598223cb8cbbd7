import type { RequestOutcome } from '@adwarden/contract/ads';
import type { ComparedBy, ComparedCount } from '@adwarden/contract/traffic/comparison';
import type { TrafficStep } from '@adwarden/contract/traffic/traffic';
import type { Generated } from 'kysely';

/* The tables about the requests of phones; schema.ts says how columns are written. */

/** The app ID of the rows with the sums of all apps. A total is read from these rows, and not from the rows of all apps. */
export const allApps = '*';
/** The app ID of the rows for all unknown app IDs together; none of them is stored. */
export const unknownApps = '';
/** The app ID of the rows with the sums of an owner's apps (`traffic_total`). */
export const appsOf = (ownerId: string): string => `@${ownerId}`;

/**
 * The number of requests for an app's ads on one UTC day, over all nodes: `ok` (200) and `notModified` (304)
 * are the answers with its ads, `oldToken` those of them to a token that was replaced, `wrongToken` the refusals. `on` and
 * `off…` count the same answers by their verdict. Versions before migration 0024 counted only one of these: `turnedOff`, off
 * by country or VPN. Not a fact of the back office, so the log of changes has none of it.
 */
export interface AppUsageTable {
  /** The day's first millisecond. */
  day: number;
  /** Or `allApps`, `unknownApps`, `appsOf` an owner. */
  appID: string;
  /** Alpha-2 where IP rules knew it, else ''. */
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

/** The same of one UTC hour, with a row for each outcome. */
export interface AppUsageHourTable {
  /** The hour's first millisecond. */
  hour: number;
  appID: string;
  country: string;
  /** `unknown`: counted by an edge of an older version, which did not count by outcome. */
  outcome: RequestOutcome | 'unknown';
  requests: number;
  /** How many of them were answered by 304, and how many had a token that was replaced. */
  notModified: number;
  oldToken: number;
}

/**
 * How often a token of an app was used on a UTC day (ADR 72). Of an app whose token was never replaced there are no rows: all
 * its requests had that token.
 */
export interface AppTokenUsageTable {
  day: number;
  appID: string;
  /** Its last four characters; '' for requests whose token is not known. */
  token: string;
  country: string;
  requests: number;
  /** How often it was refused after its end: at least so often, because not all refusals say their token. */
  refused: Generated<number>;
}

/** An hour or a day whose counts are added up by owner: the rows `appsOf` of both tables of counts. */
export interface TrafficTotalTable {
  step: TrafficStep;
  time: number;
  /** How many requests all apps had by then. When more have come since, it must be added up again. */
  requests: number;
}

/** How the requests of some days differ from those of the same weekdays before, for all apps (ADR 56). */
export interface TrafficComparisonTable {
  /** The first millisecond of the last of the days. */
  day: number;
  /** How many days, up to this one. */
  days: number;
  by: ComparedBy;
  of: ComparedCount;
  /** How many weeks they are compared with. */
  weeks: number;
  /** JSON object of the largest increases and decreases: arrays of `key`, `name`, `requests`, `usual`. */
  differences: string;
  /** When it was worked out, by the database's clock. */
  at: number;
}

/** A process that hands on usage, and the number of its last part: one that comes again is not counted twice. */
export interface UsageSenderTable {
  sender: string;
  number: number;
  /** When that part came, by the database's clock. */
  at: number;
}

/**
 * A process of an edge, as any office of this database heard of it last (ADR 49). Not a fact of the back office, so the log
 * of changes has none of it.
 */
export interface EdgeTable {
  name: string;
  /** The number of the process on its machine. */
  process: number;
  version: string;
  /** By the database's clock, as `lastSeenAt`. */
  firstSeenAt: number;
  lastSeenAt: number;
  /** For how long its ads may be old; null while it does not know. */
  lagMs: number | null;
}

/** An app whose answers somebody watches (ADR 42). Not a fact of the back office, so the log of changes has none of it. */
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
