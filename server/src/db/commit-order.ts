import { sql } from 'kysely';
import type { Tx } from './schema.ts';
import { isPostgres } from './which.ts';

/** Keys of PostgreSQL's advisory locks: arbitrary numbers, the same on every node. */
const writeLock = 7_204_115_093;
const passwordLock = 7_204_115_094;

/**
 * Lets transactions that must not overlap go one after the other, over all nodes; to be the first statement.
 * SQLite's own `begin immediate` does that already.
 */
export async function takeWriteTurn(tx: Tx): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(${sql.lit(writeLock)})`.execute(tx);
}

/** The same for counting wrong passwords, with a lock of its own: writers of the log need not wait for it. */
export async function takePasswordTurn(tx: Tx): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(${sql.lit(passwordLock)})`.execute(tx);
}

/** Where PostgreSQL tells every node that somebody committed; it carries nothing, since followers read the log. */
export const changesChannel = 'adwarden_change';

/** Tells the other nodes with the commit; followers of SQLite look at the file (`Database.watch`). */
export async function notifyOthers(tx: Tx): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_notify(${sql.lit(changesChannel)}, '')`.execute(tx);
}
