import { restoredReason } from '@adwarden/contract/change-requests/change-requests';
import { takeWriteTurn } from '../../../db/commit-order.ts';
import { databaseNow } from '../../../db/now.ts';
import type { Db, Tx } from '../../../db/schema.ts';

/** When the last run began, by the database's clock: a row of `meta`. */
const runName = 'findingsRunAt';

/**
 * Whether this node may begin a run: no node has begun one in the last `gapMs`. If so, others know it from now on.
 * Returns the time by the database's clock; null when another node has begun one.
 */
export function claimRun(db: Db, gapMs: number): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    await takeWriteTurn(tx);
    const row = await tx
      .selectFrom('meta')
      .select('value')
      .where('name', '=', runName)
      .executeTakeFirst();
    const now = await databaseNow(tx);
    const last = Number(row?.value ?? 0);
    // A time in the future is of a clock that was wrong.
    if (last <= now && now - last < gapMs) return null;
    const value = String(now);
    await tx
      .insertInto('meta')
      .values({ name: runName, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
    return now;
  });
}

/** How many changes were scheduled before a restore of the database, and wait for an administrator since. */
export async function countRestoredChanges(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('change_request')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'in-review')
    .where('reason', '=', restoredReason)
    .executeTakeFirstOrThrow();
  return count;
}

/** Asks for a run soon: the next look of any node begins it. */
export async function askForRun(tx: Tx): Promise<void> {
  await tx.updateTable('meta').set({ value: '0' }).where('name', '=', runName).execute();
}
