import type { BatchApp, BatchAppsQuery } from '@adwarden/contract/batches/batches';
import type { Db } from '../../db/schema.ts';
import { appsOfBatch, appsToTakeBack } from './batches.rows.store.ts';
import { doneOf, type StoredApp, type StoredBatch } from './batches.table.ts';

const present = ({ appID, appName, row, became, reason }: StoredApp): BatchApp => ({
  appID,
  appName,
  outcome: became,
  row: row ?? null,
  reason,
});

/** Counts the apps with an outcome; without one, all. */
function sizeOf(batch: StoredBatch, outcome: BatchAppsQuery['outcome']): number {
  if (outcome === undefined) return batch.total;
  return outcome === 'waiting' ? batch.total - doneOf(batch) : batch[outcome];
}

/** Returns a page of the apps of a batch, and the number of apps with the wanted outcome. */
export async function pageOfApps(db: Db, batch: StoredBatch, query: BatchAppsQuery) {
  const { page, pageSize, outcome } = query;
  const { id, undoOf } = batch;
  const offset = page * pageSize;
  const own = { batchID: id, became: outcome };
  const apps = await appsOfBatch(db, own, { offset, count: pageSize });
  if (undoOf !== null && (outcome === undefined || outcome === 'waiting')) {
    // The apps that are done have rows of the batch itself, and come first.
    const done = outcome === undefined ? doneOf(batch) : 0;
    const rest = { offset: Math.max(0, offset - done), count: pageSize - apps.length };
    const waiting = rest.count > 0 ? await appsToTakeBack(db, { id, undoOf }, rest) : [];
    apps.push(...waiting.map((app) => ({ ...app, became: 'waiting' as const, reason: '' })));
  }
  return { items: apps.map(present), total: sizeOf(batch, outcome), page, pageSize };
}
