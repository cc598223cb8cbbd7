import type { AdsApp } from '../answers/ads.answer.ts';
import type { LookupShares } from '../callers/caller.budget.ts';
import type { CallerSettings } from '../callers/caller.settings.ts';
import type { ActivePause } from '../pauses/ads.pauses.ts';
import type { UsageSum } from '../usage/ads.usage-table.ts';
import type { AdsReport } from './ads.report.ts';

/** A place in the log of changes: whoever is there knows everything up to it (ADR 12). */
export type LogPosition = {
  /** Made with the database, and again by a restore. */
  epoch: string;
  /** The seq of the last change that is known, 0 while the log is empty. */
  seq: number;
  /** What that change was. When another one has its seq, or none, this is another history. */
  mark: string;
};

/** What the office tells a process that answers ads. */
export type OfficeLine =
  /** The next lines have all apps. At the next `at` these replace the apps that were known. */
  | { kind: 'all' }
  /** Apps as they are now, and the IDs of deleted ones. */
  | { kind: 'apps'; apps: AdsApp[]; gone: string[] }
  /** All apps are known as they were here. */
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
  /** The database cannot be read: what is known stays, and may be old. */
  | { kind: 'failing' }
  /**
   * How the office is, how many questions a day whoever reads this may ask outside services, and the time; null before
   * the office knows it. Older offices do not say the time here.
   */
  | ({ kind: 'office'; lookups: LookupShares; time?: OfficeTime | null } & OfficeState);

/** The time, in epoch milliseconds of the database's clock. */
export type OfficeTime = {
  /** While the clock is not believed: the last time that was, and what has really passed since. */
  now: number;
  /** While the clock is not believed: where the time stands still for everything that ends. */
  held: number | null;
};

/**
 * What does not work in an office, in words, and whether the disk of the embedded database is full. `isRefused`: its
 * PostgreSQL answers, and this version may not use it.
 */
export type OfficeState = { troubles: string[]; isDiskFull: boolean; isRefused?: boolean };

/**
 * Follows the office from a position, or from nothing. A line is asked for when the one before has been taken. It ends
 * when `signal` aborts, and throws when the office is lost.
 */
export type FollowOffice = (
  from: LogPosition | null,
  signal: AbortSignal,
) => AsyncIterable<OfficeLine>;

/**
 * Counts of one hour (UTC), its first millisecond. `number` grows with each part of a sender: one that is sent again counts
 * once.
 */
export type UsagePart = { sender: string; number: number; hour: number; sums: UsageSum[] };

/**
 * What an edge of an older version sends: counts by day, and not by outcome. `ok` is 200, `notModified` is 304; `oldToken`
 * and `turnedOff` (off by country or VPN) are counted in one of these, too. `wrongToken` is the refusals.
 */
export type OlderUsagePart = { sender: string; number: number; day: number; sums: OlderUsageSum[] };
export type OlderUsageSum = [
  appID: string,
  country: string,
  ok: number,
  notModified: number,
  oldToken: number,
  wrongToken: number,
  turnedOff?: number,
];

/** The last answer to a phone of a watched app. `answer` is JSON: the phone's country, the status, and why ads were off. */
export type WatchedAnswer = { appID: string; answeredAt: number; answer: string };

/** A machine that answers ads and follows an office elsewhere; each of its processes has a number. */
export type Edge = { name: string; process: number; version: string };

/** The code of the error of an office that sends nothing in time. */
export const silentOffice = 'SILENT_OFFICE';

/** What the office does for a process that answers ads. A call that failed may be tried again. */
export type Office = {
  follow: FollowOffice;
  /** Adds counts of requests to those that are stored, all or none of them. */
  addUsage(part: UsagePart | OlderUsagePart): Promise<unknown>;
  storeAnswers(answers: WatchedAnswer[]): Promise<unknown>;
  report(report: AdsReport): Promise<unknown>;
};

/** The version of these lines and calls. An office and a process with different ones do not understand each other. */
export const streamVersion = '1';
export const streamHeaders = {
  version: 'adwarden-stream-version',
  stream: 'adwarden-stream',
  /** Who asks, if it is an edge. */
  edge: 'adwarden-edge',
  edgeProcess: 'adwarden-edge-process',
  edgeVersion: 'adwarden-edge-version',
};
/** The paths of an office, by what is asked; all of them begin with that of `follow`. */
export const streamPaths = {
  follow: '/stream',
  taken: '/stream/taken',
  usage: '/stream/usage',
  answers: '/stream/answers',
  report: '/stream/report',
};
/** How often an office sends something at least; in milliseconds. */
export const beatMs = 500;
/** How many sums a part of usage has at most. */
export const sumsPerPart = 500;
