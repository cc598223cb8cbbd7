import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@adwarden/contract/limits';
import type { Db } from '../db/schema.ts';
import type { Clock } from '../kit/clock.ts';
import { hourly } from '../kit/hourly.ts';
import type { Logger } from '../kit/logger.ts';
import { pruneChanges } from './changes.store.ts';

const day = 86_400_000;
const entriesAtOnce = 500;

/** Deletes what the log no longer keeps, in small transactions so that no write waits long. */
export async function pruneNow(db: Db, clock: Clock): Promise<number> {
  const before = clock() - limits.changes.keepDays * day;
  let all = 0;
  for (;;) {
    const { keepRows } = limits.changes;
    const pruned = await pruneChanges(db, { before, keepRows, limit: entriesAtOnce });
    all += pruned;
    if (pruned < entriesAtOnce) return all;
    await pause(20);
  }
}

/** Prunes soon after the start and every hour; answers the function that ends it. */
export function pruneHourly(db: Db, clock: Clock, logger: Logger): () => void {
  return hourly(
    async () => {
      const entries = await pruneNow(db, clock);
      if (entries > 0) logger.info({ entries }, 'pruned the log of changes');
    },
    (error) => logger.error({ err: error }, 'pruning the log of changes failed'),
  );
}
