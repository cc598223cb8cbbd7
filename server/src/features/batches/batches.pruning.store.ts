import { limits } from '@adwarden/contract/limits';
import type { Db } from '../../db/schema.ts';

const hourMs = 3_600_000;
const { previewMinutes } = limits.batches;

/**
 * Some batches that are to be deleted. Previews that cannot be started any more, and those whose making was broken off;
 * ended batches that are too old (`before`, epoch ms), or older than the newest `keep` of their author. An undo goes with, or
 * before, the batch that it took back, because its list of apps is that batch's.
 */
export async function batchesToPrune(
  db: Db,
  { now, before, keep }: { now: number; before: number; keep: number },
): Promise<string[]> {
  const ended = db
    .selectFrom('batch')
    .select(['id', 'endedAt'])
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('authorId').orderBy('endedAt', 'desc').orderBy('id'))
        .as('place'),
    )
    .where('state', 'in', ['done', 'cancelled']);
  const surplus = db
    .selectFrom(ended.as('ended'))
    .select('ended.id')
    .where((eb) => eb.or([eb('endedAt', '<=', before), eb('place', '>', keep)]));
  const rows = await db
    .selectFrom('batch')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('state', '=', 'dropped'),
        eb.and([eb('state', '=', 'making'), eb('createdAt', '<', now - hourMs)]),
        eb.and([
          eb('state', '=', 'preview'),
          eb('createdAt', '<', now - 2 * previewMinutes * 60_000),
        ]),
        eb.and([
          eb('state', 'in', ['done', 'cancelled']),
          eb('id', 'in', surplus),
          eb.not(
            eb.exists(
              eb
                .selectFrom('batch as undo')
                .select('undo.id')
                .whereRef('undo.undoOf', '=', 'batch.id'),
            ),
          ),
        ]),
      ]),
    )
    .limit(50)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes some rows of a batch; returns how many. */
export async function deleteApps(db: Db, batchID: string, most: number): Promise<number> {
  const result = await db
    .deleteFrom('batch_app')
    .where('batchID', '=', batchID)
    .where((eb) =>
      eb(
        eb.refTuple('outcome', 'place'),
        'in',
        eb
          .selectFrom('batch_app as old')
          .select(['old.outcome', 'old.place'])
          .where('old.batchID', '=', batchID)
          .limit(most)
          .$asTuple('outcome', 'place'),
      ),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/**
 * Deletes a batch without rows of apps. Its entry in the log goes with it when it is as old as entries may be; otherwise the
 * audit log would lose the row under which the entries of its apps are shown.
 */
export async function deleteBatch(db: Db, id: string, before: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('batch').where('id', '=', id).execute();
    await tx
      .deleteFrom('change')
      .where('entity', '=', 'batch')
      .where('key', '=', id)
      .where('at', '<', before)
      .execute();
  });
}

/** Deletes a preview without rows of apps; the log has nothing of it. */
export async function deletePreviewRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('batch').where('id', '=', id).execute();
}
