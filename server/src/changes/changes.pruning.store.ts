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

/** The things with the most entries, and how many each has. */
export function noisiestThings(db: Db, most: number) {
  return db
    .selectFrom('change')
    .select(['entity', 'key'])
    .select((eb) => eb.fn.countAll<number>().as('entries'))
    .groupBy(['entity', 'key'])
    .orderBy('entries', 'desc')
    .orderBy('entity')
    .orderBy('key')
    .limit(most)
    .execute();
}

/** Deletes the oldest `count` entries of one thing. */
export async function pruneOldestOf(
  db: Db,
  { entity, key }: { entity: string; key: string },
  count: number,
): Promise<number> {
  const result = await db
    .deleteFrom('change')
    .where('seq', 'in', (eb) =>
      eb
        .selectFrom('change as old')
        .select('old.seq')
        .where('old.entity', '=', entity)
        .where('old.key', '=', key)
        .orderBy('old.seq')
        .limit(count),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
