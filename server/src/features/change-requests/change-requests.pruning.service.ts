import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@adwarden/contract/limits';
import { databaseNow } from '../../db/now.ts';
import type { Db } from '../../db/schema.ts';
import { hourly } from '../../kit/hourly.ts';
import type { Logger } from '../../kit/logger.ts';
import { deleteRequests, requestsToPrune } from './change-requests.pruning.store.ts';

const rowsAtOnce = 500;
const dayMs = 86_400_000;

/** Deletes closed requests that are too old or too many, in small transactions so that no write waits long. */
export async function pruneRequests(
  db: Db,
  keep: number = limits.changeRequests.keepClosed,
): Promise<number> {
  const before = (await databaseNow(db)) - limits.changeRequests.keepDays * dayMs;
  let all = 0;
  for (;;) {
    const ids = await requestsToPrune(db, { before, keep, limit: rowsAtOnce });
    if (ids.length === 0) return all;
    await deleteRequests(db, ids);
    all += ids.length;
    await pause(20);
  }
}

/** Prunes soon after the start, then every hour; returns the function that stops it. */
export function pruneRequestsHourly(db: Db, logger: Logger): () => void {
  return hourly(
    async () => {
      const requests = await pruneRequests(db);
      if (requests > 0) logger.info({ requests }, 'pruned change requests');
    },
    (error) => logger.error({ err: error }, 'pruning change requests failed'),
  );
}
