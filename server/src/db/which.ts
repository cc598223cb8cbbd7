import { type Kysely, PostgresAdapter } from 'kysely';

/** Tells whether a database, or a transaction on it, is PostgreSQL and not SQLite. */
// biome-ignore lint/suspicious/noExplicitAny: it does not matter which tables the database has.
export function isPostgres(db: Kysely<any>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
