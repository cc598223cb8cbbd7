import { setTimeout as pause } from 'node:timers/promises';
import type { AdsFollower } from '../ads/following/ads.follower.ts';
import { applyJournal } from '../ads/last-good/ads.journal.ts';
import { readLastGood } from '../ads/last-good/ads.last-good.ts';
import type { AdsPauses } from '../ads/pauses/ads.pauses.ts';
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
 * Prepares the database. When the database is down, loads the last-good file instead (ADR 12). Without such a file the
 * node waits for the database if `mayWait`; otherwise the error of the database is thrown. Throws the error of the file
 * when it is damaged.
 */
export async function prepareOrResume<T>(parts: {
  prepare: () => Promise<T>;
  lastGoodFile: string;
  follower: Pick<AdsFollower, 'resume'>;
  pauses: Pick<AdsPauses, 'use'>;
  /** Whether a start without a database and without last good ads waits for the database. */
  mayWait: boolean;
  logger: Logger;
}): Promise<Start<T>> {
  const { prepare, lastGoodFile, follower, pauses, mayWait, logger } = parts;
  try {
    return { prepared: await prepare(), refusal: () => '', whenPrepared: async () => {} };
  } catch (error) {
    if (!isGone(error)) throw error;
    const kept = await readLastGood(lastGoodFile);
    if (!kept) {
      if (!mayWait) throw error;
      logger.error({ err: error }, 'the database is gone, and there are no last good ads: waiting');
    } else {
      const { index, head } = kept;
      pauses.use(head.pauses);
      const target = {
        setRecord: index.setRecord,
        delete: index.delete,
        setPauses: pauses.use,
      };
      const journal = head.journal ? await applyJournal(lastGoodFile, head.journal, target) : null;
      follower.resume(index, head);
      logger.error(
        { err: error, apps: index.size, journal },
        'the database is gone: serving the last good ads',
      );
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
