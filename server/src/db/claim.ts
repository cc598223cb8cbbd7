import { takeWriteTurn } from './commit-order.ts';
import { databaseNow } from './now.ts';
import type { Db } from './schema.ts';

/** Work that only one node does at a time. The row of `meta` with this name says when it began last. */
export type ClaimedWork =
  | 'findingsRunAt'
  | 'prunedAt'
  | 'signOnAskedAt'
  | 'sitesCheckedAt'
  | 'trafficAt';

/**
 * Claims the work for this node if no node has begun it in the last `gapMs`; other nodes see the claim. Returns the time by the
 * database's clock; null when another node has begun.
 */
export function claim(db: Db, work: ClaimedWork, gapMs: number): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    await takeWriteTurn(tx);
    const row = await tx
      .selectFrom('meta')
      .select('value')
      .where('name', '=', work)
      .executeTakeFirst();
    const now = await databaseNow(tx);
    const last = Number(row?.value ?? 0);
    // A time in the future was written by a wrong clock.
    if (last <= now && now - last < gapMs) return null;
    const value = String(now);
    await tx
      .insertInto('meta')
      .values({ name: work, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
    return now;
  });
}

/**
 * Does work on one node, if no node has begun it in the last `gapMs`. `job` gets the time by the database's clock. Returns null
 * when another node has begun. After a failure any node may begin at once.
 */
export async function onOneNode<Result>(
  db: Db,
  { work, gapMs }: { work: ClaimedWork; gapMs: number },
  job: (now: number) => Promise<Result>,
): Promise<Result | null> {
  const now = await claim(db, work, gapMs);
  if (now === null) return null;
  try {
    return await job(now);
  } catch (error) {
    await unclaim(db, work).catch(() => {});
    throw error;
  }
}

/** Lets any node begin at once. */
export async function unclaim(db: Db, work: ClaimedWork): Promise<void> {
  await db.updateTable('meta').set({ value: '0' }).where('name', '=', work).execute();
}
