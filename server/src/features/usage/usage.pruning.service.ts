import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@adwarden/contract/limits';
import type { Db } from '../../db/schema.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import { pruneUsage } from './usage.store.ts';
import { dayMs, dayOf } from './usage.table.ts';

const hour = 3_600_000;
const rowsAtOnce = 1_000;

/** Deletes the days that are no longer kept, in small transactions so that no write waits long. */
export async function pruneUsageNow(db: Db, clock: Clock): Promise<number> {
  const before = dayOf(clock()) - (limits.usage.keepDays - 1) * dayMs;
  let all = 0;
  for (;;) {
    const pruned = await pruneUsage(db, { before, limit: rowsAtOnce });
    all += pruned;
    if (pruned < rowsAtOnce) return all;
    await pause(20);
  }
}

/** Prunes every hour; answers the function that ends it. */
export function pruneUsageHourly(db: Db, clock: Clock, logger: Logger): () => void {
  const timer = setInterval(() => {
    pruneUsageNow(db, clock).then(
      (rows) => rows > 0 && logger.info({ rows }, 'pruned usage'),
      (error: unknown) => logger.error({ err: error }, 'pruning usage failed'),
    );
  }, hour);
  timer.unref();
  return () => clearInterval(timer);
}
