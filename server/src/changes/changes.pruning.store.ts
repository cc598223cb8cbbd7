import type { Db } from '../db/schema.ts';

/** Deletes up to `limit` entries older than `before` (epoch ms), never the last one of a thing; returns how many. */
export async function pruneOldChanges(
  db: Db,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const result = await db
    .deleteFrom('change')
    .where('seq', 'in', (eb) =>
      eb
        .selectFrom('change as old')
        .select('old.seq')
        .where('old.at', '<', before)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('change as newer')
              .select('newer.seq')
              .whereRef('newer.entity', '=', 'old.entity')
              .whereRef('newer.key', '=', 'old.key')
              .whereRef('newer.seq', '>', 'old.seq'),
          ),
        )
        .orderBy('old.seq')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

export async function countChanges(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('change')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many entries each person has made, those with the most first; the system is a person without an id. */
export function entriesOfPeople(db: Db): Promise<{ actorId: string; entries: number }[]> {
  return db
    .selectFrom('change')
    .select('actorId')
    .select((eb) => eb.fn.countAll<number>().as('entries'))
    .groupBy('actorId')
    .orderBy('entries', 'desc')
    .orderBy('actorId')
    .execute();
}

/** The seqs of the oldest `count` entries of one person above `after`; never that of the last entry of a thing. */
export async function oldestOf(
  db: Db,
  { actorId, after, count }: { actorId: string; after: number; count: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('change as old')
    .select('old.seq')
    .where('old.actorId', '=', actorId)
    .where('old.seq', '>', after)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('change as newer')
          .select('newer.seq')
          .whereRef('newer.entity', '=', 'old.entity')
          .whereRef('newer.key', '=', 'old.key')
          .whereRef('newer.seq', '>', 'old.seq'),
      ),
    )
    .orderBy('old.seq')
    .limit(count)
    .execute();
  return rows.map(({ seq }) => seq);
}

export async function deleteEntries(db: Db, seqs: number[]): Promise<void> {
  await db.deleteFrom('change').where('seq', 'in', seqs).execute();
}
