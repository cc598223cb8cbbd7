import type { AdsApp } from '../answers/ads.answer.ts';
import type { CallerSettings } from '../callers/caller.settings.ts';
import type { ActivePause } from '../pauses/ads.pauses.ts';

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
  /** Nothing is missing. `now` is the database's time in epoch milliseconds; null if it could not be read. */
  | { kind: 'current'; now: number | null }
  /** The database cannot be read: what is known stays, and may be old. */
  | { kind: 'failing' };

/**
 * Follows the office from a position, or from nothing. A line is asked for when the one before has been taken. It ends
 * when `signal` aborts, and throws when the office is lost.
 */
export type FollowOffice = (
  from: LogPosition | null,
  signal: AbortSignal,
) => AsyncIterable<OfficeLine>;
