import type { AdsApp } from '../ads/answers/ads.answer.ts';
import type { LogPosition } from '../ads/following/ads.stream.ts';

/** The apps that have changed, as they are now, and the new position. */
export type ChangedApps = {
  apps: AdsApp[];
  /** IDs of apps that were deleted. */
  gone: string[];
  position: LogPosition;
  /** Whether there is more to read. */
  more: boolean;
};

/** The tables of apps as the stream reads them. */
export type AppsSource = {
  /** The present position of the log. */
  position(): Promise<LogPosition>;
  /** All apps, chunk by chunk, by app ID. */
  allApps(): AsyncIterable<AdsApp[]>;
  /** An app by its ID; null when there is none. */
  app(appID: string): Promise<AdsApp | null>;
  /**
   * Reads the oldest changes after a position, up to a maximum number. Rows and new position come from one snapshot of the
   * database. Null when all apps must be loaded again: this is another history, or there are so many changes that loading all
   * apps is less work.
   */
  changedAfter(position: LogPosition): Promise<ChangedApps | null>;
};
