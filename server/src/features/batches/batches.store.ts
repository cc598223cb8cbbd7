import type { BatchListQuery } from '@adwarden/contract/batches/batches';
import { limits } from '@adwarden/contract/limits';
import { sql } from 'kysely';
import { batchesHolding } from '../../changes/changes.batch.store.ts';
import { addEvent } from '../../changes/unlogged-events.store.ts';
import { databaseNow } from '../../db/now.ts';
import type { BatchTable } from '../../db/schema.batches.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { textHolds } from '../../db/text-search.ts';
import { pick } from '../../kit/pick.ts';
import type { StoredBatch } from './batches.table.ts';

function storedBatch(row: BatchTable): StoredBatch {
  return { ...row, change: JSON.parse(row.change), facts: JSON.parse(row.facts) };
}

export async function insertBatch(db: Db, batch: StoredBatch): Promise<void> {
  const { change, facts, ...columns } = batch;
  await db
    .insertInto('batch')
    .values({ ...columns, change: JSON.stringify(change), facts: JSON.stringify(facts) })
    .execute();
}

export async function findBatch(db: Db, id: string): Promise<StoredBatch | undefined> {
  const row = await db.selectFrom('batch').selectAll().where('id', '=', id).executeTakeFirst();
  return row && storedBatch(row);
}

/** Ends the making of a preview: from now on it can be read and started. */
export async function finishPreview(
  db: Db,
  { id, facts, total, bytes }: Pick<StoredBatch, 'id' | 'facts' | 'total' | 'bytes'>,
): Promise<void> {
  const createdAt = await databaseNow(db);
  await db
    .updateTable('batch')
    .set({ state: 'preview', facts: JSON.stringify(facts), total, bytes, createdAt })
    .where('id', '=', id)
    .execute();
}

/** Returns the previews of a person that can be started, the newest first. */
export async function previewsOf(
  db: Db,
  authorId: string,
): Promise<Pick<BatchTable, 'id' | 'bytes'>[]> {
  return db
    .selectFrom('batch')
    .select(['id', 'bytes'])
    .where('authorId', '=', authorId)
    .where('state', '=', 'preview')
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limits.maxPageSize)
    .execute();
}

/** Saves how many bytes the rows of a preview have. */
export async function saveBytes(db: Db, id: string, bytes: number): Promise<void> {
  await db.updateTable('batch').set({ bytes }).where('id', '=', id).execute();
}

/** Makes sure that a preview can no longer be started; false if it was started meanwhile. */
export async function dropPreview(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('batch')
    .set({ state: 'dropped' })
    .where('id', '=', id)
    .where('state', 'in', ['making', 'preview'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type Started = Pick<
  StoredBatch,
  'id' | 'startedAt' | 'authorAddress' | 'authorName' | 'authorLogin'
>;

/** Starts the batch of a preview, in the name of whoever starts it. */
export async function startBatch(tx: Tx, batch: Started): Promise<void> {
  const columns = pick(batch, ['startedAt', 'authorAddress', 'authorName', 'authorLogin']);
  await tx
    .updateTable('batch')
    .set({ ...columns, state: 'running' })
    .where('id', '=', batch.id)
    .execute();
}

/** Returns the running batches, in the order of their ids. */
export async function runningBatches(
  db: Db,
): Promise<{ id: string; nextAt: number; total: number }[]> {
  return db
    .selectFrom('batch')
    .select(['id', 'nextAt', 'total'])
    .where('state', '=', 'running')
    .orderBy('id')
    .execute();
}

const progress = [
  ...(['state', 'endedAt', 'nextAt', 'bytes'] as const),
  ...(['changed', 'requested', 'skipped', 'failed'] as const),
] as const;

/** The columns that the event of an ended batch contains. */
const endFacts = [
  ...(['title', 'kind', 'state', 'total', 'changed', 'requested', 'skipped', 'failed'] as const),
  ...(['authorKind', 'authorId', 'authorName'] as const),
] as const;

/** Saves the progress of a batch. If it has ended, stores the event `batch.done`, too. */
export async function saveProgress(
  tx: Tx,
  batch: Pick<BatchTable, 'id' | (typeof progress)[number] | (typeof endFacts)[number]>,
): Promise<void> {
  await tx.updateTable('batch').set(pick(batch, progress)).where('id', '=', batch.id).execute();
  if (batch.endedAt !== null) {
    await addEvent(tx, { type: 'batch.done', key: batch.id, facts: pick(batch, endFacts) });
  }
}

/** Returns, by the ids of these batches, the batches that take them back; a cancelled one does not count. */
export async function undosOf(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('batch')
    .select(['id', 'undoOf'])
    .where('undoOf', 'in', ids)
    .where('state', '<>', 'cancelled')
    .execute();
  return new Map(rows.map(({ id, undoOf }) => [undoOf ?? '', id]));
}

/** Returns a page of the started batches, the newest first; of one person, or of all. */
export async function pageOfBatches(
  db: Db,
  { page, pageSize, search = '' }: BatchListQuery,
  authorId: string | undefined,
): Promise<{ rows: StoredBatch[]; total: number }> {
  const holding = search === '' ? [] : await batchesHolding(db, search);
  const texts = sql`title || '\n' || ${sql.ref('authorName')}`;
  const asked = db
    .selectFrom('batch')
    .where('startedAt', 'is not', null)
    .$if(authorId !== undefined, (query) => query.where('authorId', '=', authorId ?? ''))
    .$if(search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          textHolds(db, texts, search),
          ...(holding.length > 0 ? [eb('batch.id', 'in', holding)] : []),
        ]),
      ),
    );
  const [rows, { total }] = await Promise.all([
    asked
      .selectAll()
      .orderBy('startedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset(page * pageSize)
      .execute(),
    asked.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows: rows.map(storedBatch), total };
}

/** Returns the login ids of these users by their ids; users that no longer exist are left out. */
export async function loginsOf(db: Db, userIds: string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'userID'])
    .where('id', 'in', [...new Set(userIds)])
    .execute();
  return new Map(rows.map(({ id, userID }) => [id, userID]));
}
