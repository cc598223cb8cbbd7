import { dayMs, hourMs } from './kit/clock.ts';

/**
 * From where on something about the installation is wrong, for `npm run doctor`, findings and the log. The alerts of
 * deploy/prometheus have the same numbers, which a test compares.
 */
export const thresholds = {
  /** Free room on the disk of DATA_DIR, in bytes. */
  freeBytes: 1e9,
  /** Age of the database of countries. */
  countriesMs: 90 * dayMs,
  /** Age of the last backup: so many times the time between two, and some time for making it. */
  backups: { times: 2, moreMs: hourMs },
  /** An edge that no office has heard of for so long. */
  edgeSilentMs: 10 * 60_000,
};
