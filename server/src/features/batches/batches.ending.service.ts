import type { LoggedWrite } from '../../changes/change-log.ts';
import { databaseNow } from '../../db/now.ts';
import type { Tx } from '../../db/schema.ts';
import { batchEntry } from './batches.present.ts';
import { saveProgress } from './batches.store.ts';
import { isLarge, type StoredBatch } from './batches.table.ts';

/** Ends a batch before its last app, and returns it as it is stored. The apps that it has changed keep the change. */
export async function endEarly(
  { tx, log }: LoggedWrite,
  batch: StoredBatch,
  judgeSoon: (tx: Tx) => Promise<void>,
): Promise<StoredBatch> {
  const ended: StoredBatch = { ...batch, state: 'cancelled', endedAt: await databaseNow(tx) };
  await saveProgress(tx, ended);
  if (isLarge(batch) && batch.changed > 0) await judgeSoon(tx);
  await log(batchEntry(ended, 'end'));
  return ended;
}
