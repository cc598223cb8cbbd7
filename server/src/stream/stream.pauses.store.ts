import type { ActivePause } from '../ads/pauses/ads.pauses.ts';
import { databaseNow } from '../db/now.ts';
import type { Db } from '../db/schema.ts';

/** The pauses as the database has them, and its time in epoch milliseconds. */
export type PausesNow = { pauses: ActivePause[]; now: number };

/**
 * The pauses that nobody has ended, and the database's time. It reads in a transaction, because those have a
 * connection that neither people's reads nor writes can block: a pause must be seen at once.
 */
export function readPauses(db: Db): Promise<PausesNow> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      const now = await databaseNow(tx);
      const pauses = await tx
        .selectFrom('pause')
        .select(['scope', 'key', 'reason', 'until'])
        .where('endedAt', 'is', null)
        .orderBy('id')
        .execute();
      return { pauses, now };
    });
}
