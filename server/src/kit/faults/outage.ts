import { always, type Logger } from '../logger.ts';

/** Writes two lines for each outage: one when it begins, one when it is over. */
export type Outage = {
  /**
   * Reports a failure; must be called at each one. `words` replace the usual ones. `since`: the time of the last success, by the
   * same clock.
   */
  fails(error: unknown, words?: string, since?: number): void;
  /** Reports a success; must be called at each one. */
  works(): void;
};

/** The time after which an outage is an error. */
const errorAfterMs = 10_000;
/** The time between two lines about an outage that lasts. */
const sayEveryMs = 30 * 60_000;
/** The least time before another reason, or the next short outage, is logged. */
const restMs = 60_000;

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error ?? '');

/**
 * Builds the log lines of one outage after another. The first failure is a warning in one line, because most outages are short.
 * An outage of more than 10 seconds is an error with its trace, once. Then the failures are counted, and a line every half hour
 * has their number.
 */
export function createOutage(
  logger: Logger,
  words: { failing: string; again: string },
  now: () => number = () => performance.now(),
): Outage {
  let since: number | null = null;
  let failures = 0;
  let isError = false;
  let saidAt = Number.NEGATIVE_INFINITY;
  let saidReason: string | null = null;
  /** The time of the last warning. It limits the log of something that comes and goes each second. */
  let warnedAt = Number.NEGATIVE_INFINITY;

  const secondsAway = () => Math.round((now() - (since ?? now())) / 1000);

  return {
    fails(error, failing = words.failing, workedAt = now()) {
      const at = now();
      since ??= workedAt;
      failures += 1;
      const reason = reasonOf(error);
      const cause = error instanceof Error ? { err: error, [always]: true } : { reason };
      const isNew = saidReason === null || (reason !== saidReason && at - saidAt >= restMs);
      const lasts = at - since >= errorAfterMs;
      if (lasts && (!isError || isNew)) {
        logger.error({ ...cause, seconds: secondsAway() }, failing);
        isError = true;
      } else if (lasts && at - saidAt >= sayEveryMs) {
        logger.error({ reason, seconds: secondsAway(), times: failures }, `still: ${failing}`);
      } else if (!lasts && isNew && at - warnedAt >= restMs) {
        logger.warn({ reason }, failing);
        warnedAt = at;
      } else return;
      saidAt = at;
      saidReason = reason;
    },
    works() {
      if (since === null) return;
      const isSaid = saidReason !== null;
      if (isSaid) logger.info({ times: failures }, `${words.again} after ${secondsAway()} s`);
      since = null;
      failures = 0;
      isError = false;
      saidReason = null;
    },
  };
}
