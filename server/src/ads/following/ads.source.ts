import type { AdsApp } from '../answers/ads.answer.ts';

/** Up to where a follower knows the log of changes (ADR 12). */
export type LogPosition = {
  /** Drawn with the database, and again by a restore. */
  epoch: string;
  /** The last change that is known, 0 while the log is empty. */
  seq: number;
  /** What that change was: something else in its place, or nothing, is another history. */
  mark: string;
};

/** The apps that changed, as they are now, and the position up to which that is known. */
export type ChangedApps = {
  apps: AdsApp[];
  /** App IDs that exist no more. */
  gone: string[];
  position: LogPosition;
  /** Whether there is more to read. */
  more: boolean;
};

/** The tables as the ads loader reads them; nothing else of the ads reaches a database. */
export type AdsSource = {
  /** Where the log stands now. */
  position(): Promise<LogPosition>;
  /** All apps, chunk by chunk, by app ID. */
  allApps(): AsyncIterable<AdsApp[]>;
  /**
   * The oldest changes after a position, a bounded number, rows and cursor out of one snapshot of the
   * database; null when all apps must be loaded anew, because this is another history or so much has
   * happened that reading the present is less work.
   */
  changedAfter(position: LogPosition): Promise<ChangedApps | null>;
};
