import { openStates } from '@adwarden/contract/change-requests/change-requests';
import type { Db } from '../../db/schema.ts';

/** Up to `limit` closed requests that are too old (`before`, epoch ms), or older than the newest `keep` of their author. */
export async function requestsToPrune(
  db: Db,
  { before, keep, limit }: { before: number; keep: number; limit: number },
): Promise<string[]> {
  const closed = db
    .selectFrom('change_request')
    .select(['id', 'changedAt'])
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('authorId').orderBy('changedAt', 'desc').orderBy('id'))
        .as('place'),
    )
    .where('state', 'not in', openStates);
  const rows = await db
    .selectFrom(closed.as('closed'))
    .select('id')
    .where((eb) => eb.or([eb('changedAt', '<=', before), eb('place', '>', keep)]))
    .orderBy('changedAt')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes requests, with their entries in the log: otherwise the log would keep the last entry of each for ever. */
export async function deleteRequests(db: Db, ids: string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('change_request').where('id', 'in', ids).execute();
    await tx
      .deleteFrom('change')
      .where('entity', '=', 'change-request')
      .where('key', 'in', ids)
      .execute();
  });
}
