import { sql } from 'kysely';
import type { Db } from './schema.ts';

/**
 * The database's own clock in epoch milliseconds: sessions and failed sign-ins are judged by it, so that
 * nodes whose clocks differ agree (ADR 29 "Sessions"). PostgreSQL has the function by the first
 * migration, SQLite by each connection.
 */
export const nowMs = sql<number>`adwarden_now()`;

/** Asks the database for its time, in epoch milliseconds. */
export async function databaseNow(db: Db): Promise<number> {
  const { now } = await db.selectNoFrom(nowMs.as('now')).executeTakeFirstOrThrow();
  return now;
}
