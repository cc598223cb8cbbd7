import { sql } from 'kysely';

/**
 * The database's own clock in epoch milliseconds: sessions and failed sign-ins are judged by it, so that
 * nodes whose clocks differ agree (ADR 29 "Sessions"). PostgreSQL has the function by the first
 * migration, SQLite by each connection.
 */
export const nowMs = sql<number>`adwarden_now()`;
