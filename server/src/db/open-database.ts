import { refuseOtherDatabase, refuseOtherKind } from './belonging.ts';
import type { Database, OnQuery, OnStatement } from './database.ts';
import { openPostgres } from './postgres/postgres.database.ts';
import type { PostgresSettings } from './postgres/postgres.options.ts';
import { openSqlite } from './sqlite/sqlite.database.ts';

/** The options of `openDatabase`. */
export type DatabaseSettings = {
  dataDir: string;
  /** DATABASE_URL; without it the database is SQLite in `dataDir`. */
  postgres?: PostgresSettings | undefined;
  onQuery?: OnQuery;
  onStatement?: OnStatement;
  mayBeGone?: boolean;
  /** Whether a missing embedded database may be made. */
  mayMake?: boolean;
};

/**
 * Opens the database of the settings; throws a one-line Error when it cannot be used, or the folder belongs to another one. With
 * `mayBeGone` nothing is checked yet, because a node can serve the last good ads without it: `check` does it, and must be called
 * first.
 */
export async function openDatabase({
  dataDir,
  postgres,
  onQuery,
  onStatement,
  mayBeGone = false,
  mayMake = true,
}: DatabaseSettings): Promise<Database> {
  const opened = postgres
    ? openPostgres(postgres, onQuery)
    : openSqlite(dataDir, { onQuery, onStatement, mayMake });
  const check = async () => {
    // This check comes before an embedded database is made.
    refuseOtherKind(dataDir, opened.kind);
    await opened.check();
  };
  const database = { ...opened, check };
  if (mayBeGone) return database;
  try {
    await database.check();
    await refuseOtherDatabase({ ...database, dataDir });
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}
