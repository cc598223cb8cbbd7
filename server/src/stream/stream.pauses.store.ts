import type { ActivePause } from '../ads/pauses/ads.pauses.ts';
import { believedOf, doubtOf, readTime, type TimeState } from '../db/kept-time.ts';
import type { Db } from '../db/schema.ts';

/**
 * The pauses as the database has them, and the time by which they end, in epoch milliseconds; it stands still when `isHeld`.
 * `time` is the state of the time as it was read.
 */
export type PausesNow = { pauses: ActivePause[]; now: number; isHeld: boolean; time: TimeState };

/**
 * Reads the pauses that nobody has ended, and the database's time. It reads in a transaction, because those have a connection
 * that neither people's reads nor writes can block: a pause must be seen at once.
 */
export function readPauses(db: Db): Promise<PausesNow> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      const time = await readTime(tx);
      const pauses = await tx
        .selectFrom('pause')
        .select(['scope', 'key', 'reason', 'until'])
        .where('endedAt', 'is', null)
        // A pause of some apps covers none itself; those that continue it do (ADR 79).
        .where((eb) => eb.or([eb('scope', '<>', 'app'), eb('key', '<>', '')]))
        .orderBy('id')
        .execute();
      const isHeld = time.kept !== null && doubtOf(time.kept, time.now) !== null;
      return { pauses, now: believedOf(time), isHeld, time };
    });
}
