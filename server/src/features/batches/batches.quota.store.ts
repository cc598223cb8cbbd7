import type { Person } from '@adwarden/contract/people/people';
import { sql } from 'kysely';
import { nowMs } from '../../db/now.ts';
import type { Db } from '../../db/schema.ts';
import { dayMs } from '../../kit/clock.ts';

/** Counts the running batches of a person. */
export async function countRunningBatches(db: Db, { id }: Person): Promise<number> {
  const { count } = await db
    .selectFrom('batch')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('authorId', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow();
  return count;
}

const bytesOfRows = sql<number | null>`sum(octet_length("row"))`.as('bytes');

/** Sums the bytes of the entries that a person has added to the log in the last 24 hours. */
export async function countLoggedBytes(db: Db, { id }: Person): Promise<number> {
  const { bytes } = await db
    .selectFrom('change')
    .select(bytesOfRows)
    .where('actorId', '=', id)
    // Seqs grow with time. So an index is enough (migration 0020), and no entry is read.
    .where('seq', '>=', (eb) =>
      eb
        .selectFrom('change')
        .select('seq')
        .where('at', '>', sql<number>`${nowMs} - ${sql.lit(dayMs)}`)
        .orderBy('at')
        .limit(1),
    )
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

/**
 * Sums the bytes of the entries that a person has added after the entry `seq`, 0 without one; and returns the last entry of all.
 */
export async function countLoggedBytesSince(
  db: Db,
  { id }: Person,
  seq: number | undefined,
): Promise<{ bytes: number; seq: number }> {
  const { last } = await db
    .selectFrom('change')
    .select(({ fn }) => fn.max<number | null>('seq').as('last'))
    .executeTakeFirstOrThrow();
  if (seq === undefined) return { bytes: 0, seq: last ?? 0 };
  const { bytes } = await db
    .selectFrom('change')
    .select(bytesOfRows)
    .where('actorId', '=', id)
    .where('seq', '>', seq)
    .executeTakeFirstOrThrow();
  return { bytes: bytes ?? 0, seq: last ?? 0 };
}
