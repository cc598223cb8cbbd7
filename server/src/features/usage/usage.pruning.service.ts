import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@adwarden/contract/limits';
import type { Db } from '../../db/schema.ts';
import type { Clock } from '../../kit/clock.ts';
import { hourly } from '../../kit/hourly.ts';
import type { Logger } from '../../kit/logger.ts';
import { pruneUsage } from './usage.store.ts';
import { dayMs, dayOf } from './usage.table.ts';

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

/** Prunes soon after the start, then every hour; returns the function that stops it. */
export function pruneUsageHourly(db: Db, clock: Clock, logger: Logger): () => void {
  return hourly(
    async () => {
      const rows = await pruneUsageNow(db, clock);
      if (rows > 0) logger.info({ rows }, 'pruned usage');
    },
    (error) => logger.error({ err: error }, 'pruning usage failed'),
  );
}
