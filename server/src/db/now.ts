import { sql } from 'kysely';

/**
 * The database's own clock in epoch milliseconds: sessions and failed sign-ins are judged by it, so that
 * nodes whose clocks differ agree (design, section 4 "Sessions"). This is SQLite's word for it; PostgreSQL's
 * is `(extract(epoch from clock_timestamp()) * 1000)::bigint`.
 */
export const nowMs = sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
