import type { ClaimedWork } from '../db/claim.ts';

/** The needs of a job: without room on the disk it waits; a clock that is not believed makes nothing due (ADR 64). */
export type JobNeed = 'disk' | 'believable time';

/** One run of a job. */
export type JobRun = {
  /** The database's time of the claim; 0 for a job of each node. */
  now: number;
  /** Tells whether the office stops: then a long run ends early. */
  isOver: () => boolean;
};

/** Work that an office does by itself, again and again (ADR 131). */
export type Job = {
  /** Its name in metrics and System Check. Alerts of operators name it, so it stays. */
  name: string;
  /** The time between a success and the next one, in milliseconds. A job of five minutes and more begins 10 s after the start. */
  everyMs: number;
  /**
   * Each node does the work, and what may happen only once is decided in its transactions, by the writers' turn. Or one node does
   * it, which claims it by this row of `meta`.
   */
  on: 'each node' | ClaimedWork;
  /** Milliseconds for which other nodes leave the work to the one that has claimed it; five sixths of `everyMs` by default. */
  gapMs?: number;
  /** Milliseconds between two looks whether another node has done the work; `everyMs` by default. */
  lookMs?: number;
  /** The work is also done after a start, unless other nodes have started in the last 20 seconds. */
  isDoneAtStart?: boolean;
  needs: readonly JobNeed[];
  /** Does the work once; returns true when there may be more to do at once. */
  work: (run: JobRun) => Promise<unknown>;
  /** Subscribes to news that wake the job earlier; returns the function that ends the subscription. */
  onNews?: (wake: () => void) => () => void;
  /** The log's words while the work fails, and when it succeeds again. */
  words: { failing: string; again: string };
  /** Ends the job where more than the last run must end; `end` waits for that. */
  stop?: (end: () => Promise<void>) => Promise<void>;
};
