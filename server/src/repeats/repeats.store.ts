import { limits } from '@adwarden/contract/limits';
import type { Person } from '@adwarden/contract/people/people';
import { sql } from 'kysely';
import { nowMs } from '../db/now.ts';
import type { IdempotencyKeyTable } from '../db/schema.repeats.ts';
import type { Db, Tx } from '../db/schema.ts';
import { dayMs } from '../kit/clock.ts';

/** Keys that were sent after this still count. */
const since = sql<number>`${nowMs} - ${sql.lit(limits.kept.idempotencyKeys.days * dayMs)}`;

/** Finds the thing that the first call with a key has created within the last day. */
export function findKey(db: Db, { kind, id }: Person, key: string) {
  return db
    .selectFrom('idempotency_key')
    .select(['digest', 'madeId'])
    .where('kind', '=', kind)
    .where('accountId', '=', id)
    .where('key', '=', key)
    .where('at', '>', since)
    .executeTakeFirst();
}

/** Stores the id of the thing that a call has created; returns false when another call with the key was first. */
export async function insertKey(
  tx: Tx,
  { kind, id }: Person,
  made: Pick<IdempotencyKeyTable, 'key' | 'digest' | 'madeId'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency_key')
    .values({ kind, accountId: id, ...made, at: nowMs })
    // One that is older than a day, and not pruned yet.
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'accountId', 'key'])
        .doUpdateSet((eb) => ({
          digest: eb.ref('excluded.digest'),
          madeId: eb.ref('excluded.madeId'),
          at: eb.ref('excluded.at'),
        }))
        .where('idempotency_key.at', '<=', since),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === 1;
}

/** Counts the idempotency keys that a person has sent in the last 24 hours (ADR 90). */
export async function countIdempotencyKeys(db: Db, { kind, id }: Person): Promise<number> {
  const { count } = await db
    .selectFrom('idempotency_key')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where('accountId', '=', id)
    .executeTakeFirstOrThrow();
  return count;
}
