import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@adwarden/contract/limits';
import { databaseNow } from '../../db/now.ts';
import type { Db } from '../../db/schema.ts';
import { hourly } from '../../kit/hourly.ts';
import type { Logger } from '../../kit/logger.ts';
import {
  batchesToPrune,
  deleteApps,
  deleteBatch,
  deletePreviewRow,
} from './batches.pruning.store.ts';
import { dropPreview } from './batches.store.ts';

const dayMs = 86_400_000;
const appsAtOnce = 1000;

async function deleteAllApps(db: Db, id: string): Promise<void> {
  while ((await deleteApps(db, id, appsAtOnce)) === appsAtOnce) await pause(20);
}

/** Deletes a preview, unless it was started. What a failure leaves is deleted by the next pruning. */
export async function deletePreview(db: Db, id: string): Promise<void> {
  if (!(await dropPreview(db, id))) return;
  await deleteAllApps(db, id);
  await deletePreviewRow(db, id);
}

/** Deletes expired previews, and ended batches that are too old or too many, in small steps so that no write waits long. */
export async function pruneBatches(
  db: Db,
  keep: number = limits.batches.keepEnded,
): Promise<number> {
  let all = 0;
  for (;;) {
    const now = await databaseNow(db);
    const before = now - limits.batches.keepDays * dayMs;
    const ids = await batchesToPrune(db, { now, before, keep });
    if (ids.length === 0) return all;
    for (const id of ids) {
      await deleteAllApps(db, id);
      await deleteBatch(db, id, before);
      await pause(20);
    }
    all += ids.length;
  }
}

/** Prunes soon after the start, then every hour; returns the function that stops it. */
export function pruneBatchesHourly(db: Db, logger: Logger): () => void {
  return hourly(
    async () => {
      const batches = await pruneBatches(db);
      if (batches > 0) logger.info({ batches }, 'pruned batches');
    },
    (error) => logger.error({ err: error }, 'pruning batches failed'),
  );
}
