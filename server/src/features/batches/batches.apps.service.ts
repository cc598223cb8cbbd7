import type { BatchApp, BatchAppsQuery, BatchOutcome } from '@adwarden/contract/batches/batches';
import type { Db } from '../../db/schema.ts';
import { countsOfParts, findPart, type PartCounts } from './batches.parts.store.ts';
import type { StoredBatch, StoredPart } from './batches.table.ts';
import { changedApps } from './running/batches.carry-out.service.ts';

/** How many apps of a part have an outcome; without one, all. */
function sizeOf(part: PartCounts, outcome: BatchOutcome | undefined): number {
  if (outcome === undefined) return part.size;
  return outcome === 'waiting' ? part.size - part.done : part[outcome];
}

/** The apps of a part; those of an undo are in the part of the batch that it takes back. */
function appsIn(part: StoredPart, source: StoredPart | undefined): BatchApp[] {
  const apps = source ? changedApps(source).map(({ app }) => app) : part.apps;
  return apps.map(({ appID, appName, row = null }, index) => {
    const { outcome = 'waiting', reason = '' } = part.outcomes[index] ?? {};
    return { appID, appName, outcome, row, reason };
  });
}

/** A page of the apps of a batch, and how many have the wanted outcome. Only the parts of the page are read. */
export async function pageOfApps(db: Db, batch: StoredBatch, query: BatchAppsQuery) {
  const { page, pageSize, outcome } = query;
  const items: BatchApp[] = [];
  let offset = page * pageSize;
  let total = 0;
  for (const counts of await countsOfParts(db, batch.id)) {
    const size = sizeOf(counts, outcome);
    total += size;
    if (offset < size && items.length < pageSize) {
      const part = await findPart(db, counts);
      const { undoOf } = batch;
      const source = undoOf ? await findPart(db, { ...counts, batchID: undoOf }) : undefined;
      const apps = part ? appsIn(part, source) : [];
      const wanted = apps.filter((app) => outcome === undefined || app.outcome === outcome);
      items.push(...wanted.slice(offset, offset + pageSize - items.length));
    }
    offset = Math.max(0, offset - size);
  }
  return { items, total, page, pageSize };
}
