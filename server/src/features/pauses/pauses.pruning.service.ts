import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '@adwarden/contract/limits';
import { databaseNow } from '../../db/now.ts';
import type { Db } from '../../db/schema.ts';
import { hourly } from '../../kit/hourly.ts';
import type { Logger } from '../../kit/logger.ts';
import { deletePauses, pausesToPrune } from './pauses.pruning.store.ts';

const rowsAtOnce = 500;
const dayMs = 86_400_000;

/** Deletes ended pauses that are too old or too many, in small transactions so that no write waits long. */
export async function prunePauses(db: Db, keep: number = limits.pauses.keepEnded): Promise<number> {
  const before = (await databaseNow(db)) - limits.pauses.keepDays * dayMs;
  let all = 0;
  for (;;) {
    const ids = await pausesToPrune(db, { before, keep, limit: rowsAtOnce });
    if (ids.length === 0) return all;
    await deletePauses(db, ids);
    all += ids.length;
    await wait(20);
  }
}

/** Prunes soon after the start, then every hour; returns the function that stops it. */
export function prunePausesHourly(db: Db, logger: Logger): () => void {
  return hourly(
    async () => {
      const pauses = await prunePauses(db);
      if (pauses > 0) logger.info({ pauses }, 'pruned pauses');
    },
    (error) => logger.error({ err: error }, 'pruning pauses failed'),
  );
}
