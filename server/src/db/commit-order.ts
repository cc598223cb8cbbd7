import { sql } from 'kysely';
import type { Db, Tx } from './schema.ts';
import { isPostgres } from './which.ts';

/** Keys of PostgreSQL's advisory locks: arbitrary numbers, the same on every node. */
const writeLock = 7_204_115_093;
const passwordLock = 7_204_115_094;

/**
 * Makes writing transactions of all nodes run one after the other. Must be the first statement of a transaction.
 * In SQLite, `begin immediate` already does this.
 */
export async function takeWriteTurn(tx: Tx): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(${sql.lit(writeLock)})`.execute(tx);
}

/**
 * Makes transactions that count wrong passwords run one after the other. They have their own lock, so that writers of the log do
 * not wait for them.
 */
export async function takePasswordTurn(tx: Tx): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(${sql.lit(passwordLock)})`.execute(tx);
}

/** Does some work in a transaction that holds the writers' turn. */
export const inWriteTurn = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await takeWriteTurn(tx);
    return work(tx);
  });

/** The channel on which PostgreSQL tells every node about a commit. Messages are empty, because followers read the log. */
export const changesChannel = 'adwarden_change';

/** Tells the other nodes when this transaction commits. With SQLite, followers watch the file instead (`Database.watch`). */
export async function notifyOthers(tx: Tx): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_notify(${sql.lit(changesChannel)}, '')`.execute(tx);
}
