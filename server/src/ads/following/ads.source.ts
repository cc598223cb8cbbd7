import type { AdsApp } from '../answers/ads.answer.ts';

/** The position of a follower in the log of changes: it knows everything up to there (ADR 12). */
export type LogPosition = {
  /** Made with the database, and again by a restore. */
  epoch: string;
  /** The seq of the last change that is known, 0 while the log is empty. */
  seq: number;
  /** What that change was. When another one has its seq, or none, this is another history. */
  mark: string;
};

/** The apps that have changed, as they are now, and the new position. */
export type ChangedApps = {
  apps: AdsApp[];
  /** IDs of apps that were deleted. */
  gone: string[];
  position: LogPosition;
  /** Whether there is more to read. */
  more: boolean;
};

/** The tables as the ads loader reads them; nothing else of the ads reaches a database. */
export type AdsSource = {
  /** The present position of the log. */
  position(): Promise<LogPosition>;
  /** All apps, chunk by chunk, by app ID. */
  allApps(): AsyncIterable<AdsApp[]>;
  /**
   * The oldest changes after a position, up to a maximum number. Rows and new position come from one snapshot of the
   * database. Null when all apps must be loaded again: this is another history, or there are so many changes that
   * loading all apps is less work.
   */
  changedAfter(position: LogPosition): Promise<ChangedApps | null>;
};
