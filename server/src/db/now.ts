import { sql } from 'kysely';
import type { Db } from './schema.ts';

/**
 * The database's own clock in epoch milliseconds: it decides about sessions and failed sign-ins, so that nodes whose clocks
 * differ agree (ADR 29 "Sessions"). In PostgreSQL the first migration adds the function, in SQLite each connection does.
 */
export const nowMs = sql<number>`adwarden_now()`;

/** Asks the database for its time, in epoch milliseconds. */
export async function databaseNow(db: Db): Promise<number> {
  const { now } = await db.selectNoFrom(nowMs.as('now')).executeTakeFirstOrThrow();
  return now;
}
