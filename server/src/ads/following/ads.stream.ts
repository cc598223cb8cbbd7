import type { AdsApp } from '../answers/ads.answer.ts';
import type { LookupShares } from '../callers/caller.budget.ts';
import type { CallerSettings } from '../callers/caller.settings.ts';
import type { ActivePause } from '../pauses/ads.pauses.ts';
import type { UsageSum } from '../usage/ads.usage-table.ts';
import type { AdsReport } from './ads.report.ts';

/** A place in the log of changes: a process at this place knows everything up to it (ADR 12). */
export type LogPosition = {
  /** A random name, made with the database and replaced by a restore. */
  epoch: string;
  /** The seq of the last known change, 0 while the log is empty. */
  seq: number;
  /** The content of that change. If its seq has another change, or none, this is another history. */
  mark: string;
};

/** A line from the office to a process that answers ads. */
export type OfficeLine =
  /** The next lines have all apps. At the next `at` these replace the known apps. */
  | { kind: 'all' }
  /** Apps as they are now, and the IDs of deleted ones. */
  | { kind: 'apps'; apps: AdsApp[]; gone: string[] }
  /** From here all apps are known as of this position. */
  | { kind: 'at'; position: LogPosition }
  /** All active pauses. */
  | { kind: 'pauses'; pauses: ActivePause[] }
  /** The settings by which callers are found. */
  | { kind: 'callers'; settings: CallerSettings }
  /** The apps whose answers somebody watches. */
  | { kind: 'watched'; appIDs: string[] }
  /**
   * Nothing is missing. `now` is the time by which pauses end, in epoch milliseconds; null if it could not be read.
   * `isHeld`: it stands still, because the clock is not believed.
   */
  | { kind: 'current'; now: number | null; isHeld?: boolean }
  /** The database cannot be read: the known data stays, and may be old. */
  | { kind: 'failing' }
  /**
   * The state of the office, the questions a day that the reader may ask outside services, and the time; null before the office
   * knows it. Older offices do not tell the time here.
   */
  | ({ kind: 'office'; lookups: LookupShares; time?: OfficeTime | null } & OfficeState);

/** The time, in epoch milliseconds of the database's clock. */
export type OfficeTime = {
  /** The time; while the clock is not believed: the last believed time, and what has really passed since. */
  now: number;
  /** The time at which everything that ends stands still, while the clock is not believed; else null. */
  held: number | null;
};

/**
 * The troubles of an office, in words, and whether the disk of the embedded database is full. `isRefused`: its PostgreSQL
 * answers, and this version may not use it.
 */
export type OfficeState = { troubles: string[]; isDiskFull: boolean; isRefused?: boolean };

/**
 * Follows the office from a position, or from nothing. The next line is requested after the one before was taken. It ends when
 * `signal` aborts, and throws when the office is lost.
 */
export type FollowOffice = (
  from: LogPosition | null,
  signal: AbortSignal,
) => AsyncIterable<OfficeLine>;

/**
 * The counts of one hour (UTC), named by its first millisecond. `number` grows with each part of a sender: a part that is sent
 * again counts once.
 */
export type UsagePart = { sender: string; number: number; hour: number; sums: UsageSum[] };

/**
 * The counts from an edge of an older version: by day, and not by outcome. `ok` is 200, `notModified` is 304; `oldToken` and
 * `turnedOff` (off by country or VPN) are counted in one of these, too. `wrongToken` is the refusals.
 */
export type OlderUsagePart = { sender: string; number: number; day: number; sums: OlderUsageSum[] };
type OlderUsageSum = [
  appID: string,
  country: string,
  ok: number,
  notModified: number,
  oldToken: number,
  wrongToken: number,
  turnedOff?: number,
];

/**
 * The last answer to a phone of a watched app. `answer` is JSON: the phone's country, the status, and the reason why ads were
 * off.
 */
export type WatchedAnswer = { appID: string; answeredAt: number; answer: string };

/** A machine that answers ads and follows an office elsewhere; each of its processes has a number. */
export type Edge = { name: string; process: number; version: string };

/** The error code for an office that sends nothing in time. */
export const silentOffice = 'SILENT_OFFICE';

/** The calls that a process that answers ads makes to the office. A failed call may be tried again. */
export type Office = {
  follow: FollowOffice;
  /** Adds counts of requests to the stored ones, all or none of them. */
  addUsage(part: UsagePart | OlderUsagePart): Promise<unknown>;
  storeAnswers(answers: WatchedAnswer[]): Promise<unknown>;
  report(report: AdsReport): Promise<unknown>;
  /** Reports that this process of an edge ends because it was told to. It is not missed, and no longer listed. */
  signOff(): Promise<unknown>;
};

/** The version of these lines and calls. An office and a process with different ones do not understand each other. */
export const streamVersion = '1';
export const streamHeaders = {
  version: 'adwarden-stream-version',
  stream: 'adwarden-stream',
  /** The edge that asks; absent if it is not an edge. */
  edge: 'adwarden-edge',
  edgeProcess: 'adwarden-edge-process',
  edgeVersion: 'adwarden-edge-version',
};
/** The paths of an office, by call; all of them begin with that of `follow`. */
export const streamPaths = {
  follow: '/stream',
  taken: '/stream/taken',
  usage: '/stream/usage',
  answers: '/stream/answers',
  report: '/stream/report',
  signOff: '/stream/sign-off',
};
/** The longest time between two lines of an office, in milliseconds. */
export const beatMs = 500;
/** The most sums in a part of usage. */
export const sumsPerPart = 500;
