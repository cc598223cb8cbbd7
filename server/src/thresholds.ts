import { dayMs, hourMs } from './kit/clock.ts';

/**
 * The limits from which something about the installation is wrong, for `npm run doctor`, findings and the log. The alerts of
 * deploy/prometheus have the same numbers, which a test compares.
 */
export const thresholds = {
  /** The delay of an answer from which a call is slow. */
  slowCallMs: 2_000,
  /** Free room on the disk of DATA_DIR, in bytes. */
  freeBytes: 1e9,
  /** The time before its end at which a certificate should have been renewed. */
  certificateMs: 14 * dayMs,
  /** Age of the database of countries. */
  countriesMs: 90 * dayMs,
  /** Age of the last backup: a multiple of the time between two, and some time for making it. */
  backups: { times: 2, moreMs: hourMs },
  /** Silence of an edge: the time since an office last heard of it. */
  edgeSilentMs: 10 * 60_000,
  /** Time for which a job should have succeeded again: as long as between two runs, but within these bounds. */
  jobLate: { leastMs: 60_000, mostMs: hourMs },
};
