import { openStates } from '@adwarden/contract/change-requests/change-requests';
import type { Db } from '../../db/schema.ts';

/** Up to `limit` closed requests that are too old (`before`, epoch ms), or older than the newest `keep` closed ones. */
export async function requestsToPrune(
  db: Db,
  { before, keep, limit }: { before: number; keep: number; limit: number },
): Promise<string[]> {
  const closed = db.selectFrom('change_request').where('state', 'not in', openStates);
  const newest = await closed
    .select('changedAt')
    .orderBy('changedAt', 'desc')
    .offset(keep)
    .limit(1)
    .executeTakeFirst();
  const rows = await closed
    .select('id')
    .where('changedAt', '<=', Math.max(before, newest?.changedAt ?? 0))
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
