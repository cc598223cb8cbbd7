import type { PreviewOutcome } from '@adwarden/contract/batches/batches';
import type { BatchPartTable } from '../../db/schema.batches.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { pick } from '../../kit/pick.ts';
import type { PartApp, StoredPart } from './batches.table.ts';

/** What names a part. */
export type PartKey = Pick<BatchPartTable, 'batchID' | 'outcome' | 'place'>;

/** The outcomes of a preview that a batch carries out; the others are only listed. */
export const outcomesToDo = ['changed', 'created'] as const;

/** The size and progress of a part, without its apps. */
export type PartCounts = Omit<BatchPartTable, 'apps' | 'outcomes'>;

const fresh = { done: 0, changed: 0, requested: 0, skipped: 0, failed: 0, outcomes: '[]' };

export async function insertParts(db: Db, parts: (PartKey & { apps: PartApp[] })[]): Promise<void> {
  if (parts.length === 0) return;
  const rows = parts.map(({ apps, ...key }) => ({
    ...key,
    ...fresh,
    size: apps.length,
    apps: JSON.stringify(apps),
  }));
  await db.insertInto('batch_part').values(rows).execute();
}

/** Gives an undo the parts of the batch that it takes back, each with the apps that were changed. */
export async function insertUndoParts(tx: Tx, batchID: string, undoOf: string): Promise<void> {
  const parts = await countsOfParts(tx, undoOf);
  const rows = parts
    .filter(({ changed, requested }) => changed + requested > 0)
    .map(({ outcome, place, changed, requested }) => ({
      ...fresh,
      batchID,
      outcome,
      place,
      size: changed + requested,
      apps: '',
    }));
  if (rows.length > 0) await tx.insertInto('batch_part').values(rows).execute();
}

const counts = [
  'batchID',
  'outcome',
  'place',
  'size',
  'done',
  'changed',
  'requested',
  'skipped',
  'failed',
] as const;

/** The counts of the parts that a batch carries out, in their order. */
export function countsOfParts(db: Db, batchID: string): Promise<PartCounts[]> {
  return db
    .selectFrom('batch_part')
    .select(counts)
    .where('batchID', '=', batchID)
    .where('outcome', 'in', outcomesToDo)
    .orderBy('outcome')
    .orderBy('place')
    .execute();
}

/** The next part of a batch that is not done; undefined when all are. */
export function nextPart(db: Db, batchID: string): Promise<PartCounts | undefined> {
  return db
    .selectFrom('batch_part')
    .select(counts)
    .where('batchID', '=', batchID)
    .where('outcome', 'in', outcomesToDo)
    .whereRef('done', '<', 'size')
    .orderBy('outcome')
    .orderBy('place')
    .limit(1)
    .executeTakeFirst();
}

export async function findPart(db: Db, key: PartKey): Promise<StoredPart | undefined> {
  const row = await named(db, key).selectAll().executeTakeFirst();
  if (!row) return undefined;
  const { apps, outcomes, ...columns } = row;
  return {
    ...columns,
    apps: apps === '' ? [] : JSON.parse(apps),
    outcomes: JSON.parse(outcomes),
  };
}

/** The outcomes of the apps of a part that are done. */
export async function outcomesOfPart(db: Db, key: PartKey): Promise<StoredPart['outcomes']> {
  const row = await named(db, key).select('outcomes').executeTakeFirst();
  return row ? JSON.parse(row.outcomes) : [];
}

function named(db: Db, { batchID, outcome, place }: PartKey) {
  return db
    .selectFrom('batch_part')
    .where('batchID', '=', batchID)
    .where('outcome', '=', outcome)
    .where('place', '=', place);
}

/** Some parts with one outcome of a preview, in their order. */
export async function partsWith(
  db: Db,
  { batchID, outcome }: { batchID: string; outcome: PreviewOutcome },
  { from, count }: { from: number; count: number },
): Promise<{ place: number; apps: PartApp[] }[]> {
  const rows = await db
    .selectFrom('batch_part')
    .select(['place', 'apps'])
    .where('batchID', '=', batchID)
    .where('outcome', '=', outcome)
    .where('place', '>=', from)
    .where('place', '<', from + count)
    .orderBy('place')
    .execute();
  return rows.map(({ place, apps }) => ({ place, apps: JSON.parse(apps) }));
}

/** Saves what became of the apps of a part. */
export async function savePart(tx: Tx, part: Omit<StoredPart, 'apps' | 'size'>): Promise<void> {
  const { batchID, outcome, place, outcomes } = part;
  const progress = pick(part, ['done', 'changed', 'requested', 'skipped', 'failed']);
  await tx
    .updateTable('batch_part')
    .set({ ...progress, outcomes: JSON.stringify(outcomes) })
    .where('batchID', '=', batchID)
    .where('outcome', '=', outcome)
    .where('place', '=', place)
    .execute();
}
