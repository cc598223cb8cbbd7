import type { PreviewOutcome } from '@adwarden/contract/batches/batches';
import { limits } from '@adwarden/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/schema.ts';
import { hourMs } from '../../../kit/clock.ts';
import { deleteSome, type EndedThings, foundAtOnce } from '../../../pruning/pruning.store.ts';

/** Batches that have ended, with the bytes of their rows. */
export const endedBatches: EndedThings = {
  table: 'batch',
  at: 'endedAt',
  person: ['authorKind', 'authorId'],
  bytes: sql<number>`bytes + octet_length(change)`,
  hasEnded: sql<boolean>`state in ('done', 'cancelled')`,
  // An undo goes before the batch that it took back, because its list of apps is that batch's.
  isNeeded: sql<boolean>`id in (select "undoOf" from batch where "undoOf" is not null)`,
};

/** Deletes some rows of the apps of a batch; returns how many. */
export const deleteBatchApps = (tx: Tx, batchID: string, most: number): Promise<number> =>
  deleteSome(
    tx,
    {
      table: 'batch_app',
      key: ['batchID', 'outcome', 'place'],
      where: sql`"batchID" = ${batchID}`,
    },
    most,
  );

/** Finds the id of an ended batch that is not trimmed; null without one. */
export async function untrimmedBatch(db: Db): Promise<string | null> {
  const batch = await db
    .selectFrom('batch')
    .select('id')
    .where('state', 'in', ['done', 'cancelled'])
    .where('trimmed', '=', 'off')
    .limit(1)
    .executeTakeFirst();
  return batch?.id ?? null;
}

/** The rows of a batch that have one outcome. */
export type BatchRows = { id: string; outcome: PreviewOutcome };

/** Finds the first place of a batch's rows from one on; null without any. */
export async function placeFrom(
  db: Db,
  { id, outcome }: BatchRows,
  from: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('batch_app')
    .select('place')
    .where('batchID', '=', id)
    .where('outcome', '=', outcome)
    .where('place', '>=', from)
    .orderBy('place')
    .limit(1)
    .executeTakeFirst();
  return row?.place ?? null;
}

/**
 * Trims a batch's rows from a place up to another: they keep only what its undo needs and its page shows. Returns how many bytes
 * they have then.
 */
export async function trimRows(
  tx: Tx,
  { id, outcome }: BatchRows,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const some = sql`"batchID" = ${id} and outcome = ${outcome} and place >= ${from} and place < ${to}`;
  if (outcome === 'unchanged' || outcome === 'refused') {
    await sql`delete from batch_app where ${some}`.execute(tx);
    return 0;
  }
  await sql`update batch_app set errors = '', changes = ''
    where ${some} and (errors <> '' or changes <> '')`.execute(tx);
  const { rows } = await sql<{ bytes: number | null }>`
    select sum(octet_length("appID") + octet_length("appName")
      + octet_length(reason) + 200) as bytes from batch_app where ${some}`.execute(tx);
  return rows[0]?.bytes ?? 0;
}

/** Notes that a batch is trimmed, and how many bytes its rows have. */
export async function noteTrimmed(tx: Tx, id: string, bytes: number): Promise<void> {
  await tx.updateTable('batch').set({ bytes, trimmed: 'on' }).where('id', '=', id).execute();
}

/** Finds the ids of previews that have expired, and of some that were never finished. */
export async function expiredPreviews(db: Db, now: number): Promise<string[]> {
  const expired = now - 2 * limits.batches.previewMinutes * 60_000;
  const rows = await db
    .selectFrom('batch')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('state', '=', 'dropped'),
        eb.and([eb('state', '=', 'making'), eb('createdAt', '<', now - hourMs)]),
        eb.and([eb('state', '=', 'preview'), eb('createdAt', '<', expired)]),
      ]),
    )
    .limit(foundAtOnce)
    .execute();
  return rows.map(({ id }) => id);
}
