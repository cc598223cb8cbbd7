import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseGone } from '../db/errors.ts';
import type { Logger } from '../kit/logger.ts';

const tryAgainMs = 1000;

/** What a start found: the result of `prepare`, or null while the database is down. */
export type Start<T> = {
  prepared: T | null;
  /** Why the database is not used although it answers again, such as that it is another one; '' while it is used or gone. */
  refusal(): string;
  /** Resolves when the database is prepared, at once or when it is back; rejects when `signal` aborts. */
  whenPrepared(signal: AbortSignal): Promise<void>;
};

const isGone = (error: unknown): boolean =>
  isDatabaseGone(error) || isDatabaseGone((error as Error).cause);

/**
 * Prepares the database. When the database is down, begins with the last good ads instead (ADR 12). Without such ads the
 * node waits for the database if `mayWait`; otherwise the error of the database is thrown. Throws what `resume` throws.
 */
export async function prepareOrResume<T>(parts: {
  prepare: () => Promise<T>;
  /** Begins with the last good ads; false when there are none. */
  resume: () => Promise<boolean>;
  /** Whether a start without a database and without last good ads waits for the database. */
  mayWait: boolean;
  logger: Logger;
}): Promise<Start<T>> {
  const { prepare, resume, mayWait, logger } = parts;
  try {
    return { prepared: await prepare(), refusal: () => '', whenPrepared: async () => {} };
  } catch (error) {
    if (!isGone(error)) throw error;
    if (await resume()) {
      logger.error({ err: error }, 'the database is gone: serving the last good ads');
    } else {
      if (!mayWait) throw error;
      logger.error({ err: error }, 'the database is gone, and there are no last good ads: waiting');
    }
  }
  let refusal = '';
  return {
    prepared: null,
    refusal: () => refusal,
    async whenPrepared(signal) {
      for (;;) {
        await pause(tryAgainMs, undefined, { signal });
        try {
          await prepare();
          refusal = '';
          logger.info('the database is back');
          return;
        } catch (error) {
          refusal = isGone(error) ? '' : (error as Error).message;
          logger.warn({ err: error }, 'the database is still not to be used');
        }
      }
    },
  };
}
