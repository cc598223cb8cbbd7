import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from 'kysely';

/** Returns the names of the column types: nearly all that differs between the databases. Frozen, like the migrations. */
export function dialectOf(db: Kysely<unknown>) {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  return {
    postgres,
    // Both databases compare text byte by byte, so that pages come in the same order.
    text: postgres ? sql`text collate "C"` : ('text' as const),
    whole: postgres ? ('bigint' as const) : ('integer' as const),
    bytes: postgres ? ('bytea' as const) : ('blob' as const),
    /** Numbers that are never used twice. */
    counted: (column: ColumnDefinitionBuilder) =>
      postgres
        ? column.generatedByDefaultAsIdentity().primaryKey()
        : column.primaryKey().autoIncrement(),
    /** SQLite checks the types of values only in strict tables. */
    strict: postgres ? sql`` : sql`strict`,
  };
}
