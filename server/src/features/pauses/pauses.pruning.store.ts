import type { Db } from '../../db/schema.ts';

/** Up to `limit` ended pauses that are too old (`before`, epoch ms), or older than the newest `keep` of who began them. */
export async function pausesToPrune(
  db: Db,
  { before, keep, limit }: { before: number; keep: number; limit: number },
): Promise<string[]> {
  const ended = db
    .selectFrom('pause')
    .select(['id', 'endedAt'])
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) =>
          over
            .partitionBy(['createdByKind', 'createdById'])
            .orderBy('endedAt', 'desc')
            .orderBy('id'),
        )
        .as('place'),
    )
    .where('endedAt', 'is not', null);
  const rows = await db
    .selectFrom(ended.as('ended'))
    .select('id')
    .where((eb) => eb.or([eb('endedAt', '<=', before), eb('place', '>', keep)]))
    .orderBy('endedAt')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes pauses, with their entries in the log: otherwise the log would keep the last entry of each for ever. */
export async function deletePauses(db: Db, ids: string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('pause').where('id', 'in', ids).execute();
    await tx.deleteFrom('change').where('entity', '=', 'pause').where('key', 'in', ids).execute();
  });
}
