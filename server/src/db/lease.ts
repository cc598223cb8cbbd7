import type { Clock } from '../kit/clock.ts';
import { takeWriteTurn } from './commit-order.ts';
import { databaseNow } from './now.ts';
import type { Db, Tx } from './schema.ts';
import { isPostgres } from './which.ts';

/** Work that one process keeps for a while. The row of `meta` with this name says which process, and until when. */
export type LeasedWork = 'webhooksLease';

/** The time that others wait for a process that has died. */
const leaseMs = 20_000;
/** A holder renews the lease when less than this is left, so that work of ten seconds ends within it. */
const spareMs = 12_000;

export type Lease = {
  /** Takes or renews the lease; false while another process has it. */
  take(): Promise<boolean>;
  /** Tells whether this process has the lease for at least 12 s more, by its own clock, which nobody sets. */
  isSure(): boolean;
  /** Gives the lease up, so that another process can take it at once. */
  leave(): Promise<void>;
};

/** The lease of the embedded database: it has one server, which locks its folder. */
const alone: Lease = { take: async () => true, isSure: () => true, leave: async () => {} };

/**
 * Builds the lease of a process. `holder` is a name that no other process has. Others go by the database's clock, the process
 * itself by one that never jumps.
 */
export function createLease(
  db: Db,
  work: LeasedWork,
  holder: string,
  clock: Clock = () => performance.now(),
): Lease {
  if (!isPostgres(db)) return alone;
  let sureUntil = Number.NEGATIVE_INFINITY;

  async function read(tx: Tx): Promise<{ holder: string; until: number }> {
    const query = tx.selectFrom('meta').select('value').where('name', '=', work);
    const [by = '', until = '0'] = ((await query.executeTakeFirst())?.value ?? '').split(' ');
    return { holder: by, until: Number(until) };
  }
  const write = (tx: Tx, value: string) =>
    tx
      .insertInto('meta')
      .values({ name: work, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();

  const isSure = () => clock() < sureUntil;

  return {
    isSure,
    async take() {
      if (isSure()) return true;
      const began = clock();
      const isTaken = await db.transaction().execute(async (tx) => {
        await takeWriteTurn(tx);
        const now = await databaseNow(tx);
        const last = await read(tx);
        // A time far in the future was written by a wrong clock.
        const isHeld = last.until > now && last.until <= now + leaseMs;
        if (isHeld && last.holder !== holder) return false;
        await write(tx, `${holder} ${now + leaseMs}`);
        return true;
      });
      if (isTaken) sureUntil = began + leaseMs - spareMs;
      return isTaken;
    },
    async leave() {
      if (sureUntil === Number.NEGATIVE_INFINITY) return;
      sureUntil = Number.NEGATIVE_INFINITY;
      await db.transaction().execute(async (tx) => {
        await takeWriteTurn(tx);
        if ((await read(tx)).holder === holder) await write(tx, '');
      });
    },
  };
}
