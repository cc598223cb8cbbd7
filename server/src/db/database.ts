import { Kysely } from 'kysely';
import { openPostgres } from './postgres/postgres.database.ts';
import type { PostgresSettings } from './postgres/postgres.options.ts';
import type { Db, Schema } from './schema.ts';
import { prepareDataDir } from './sqlite/data-dir.ts';
import { SqliteWorkerDialect } from './sqlite/dialect.sqlite.ts';
import { SqliteThread } from './sqlite/sqlite.thread.ts';
import { watchSqlite } from './sqlite/sqlite.watch.ts';

/** An open database, whichever of the two it is (ADR 13). */
export type Database = {
  db: Db;
  kind: 'sqlite' | 'postgres';
  /** Throws a one-line Error, which names the setting, when the database cannot be used now. */
  check(): Promise<void>;
  /** Work on the database takes only processor time that nobody else wants, from now on (ADR 10). */
  giveWay(): void;
  /**
   * Calls `onChange` soon after somebody, in this process or another, has committed, and now and then without
   * need; answers the function that ends it.
   */
  watch(onChange: () => void): () => Promise<void>;
  /** From now on, statements wait only briefly for locks of other processes, because the process is stopping. */
  hurry(): void;
  /** Finishes what is in flight, then lets the database go. */
  close(): Promise<void>;
};

/** What `openDatabase` needs; `onQuery` hears the milliseconds of each statement, streams left out. */
export type DatabaseSettings = {
  dataDir: string;
  /** DATABASE_URL; without it the database is SQLite in `dataDir`. */
  postgres?: PostgresSettings | undefined;
  onQuery?: (ms: number) => void;
  mayBeGone?: boolean;
};

/**
 * Opens the database of the settings; throws a one-line Error when it cannot be used. It is not asked yet when
 * it `mayBeGone`: a node can serve the last good ads without it.
 */
export async function openDatabase({
  dataDir,
  postgres,
  onQuery,
  mayBeGone = false,
}: DatabaseSettings): Promise<Database> {
  const database = postgres ? openPostgres(postgres, onQuery) : openSqlite(dataDir, onQuery);
  if (mayBeGone) return database;
  try {
    await database.check();
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** Opens the embedded database in `dataDir`, which it creates; the file is opened when it is checked or used. */
function openSqlite(dataDir: string, onQuery: ((ms: number) => void) | undefined): Database {
  const file = prepareDataDir(dataDir);
  const threads = {
    writer: new SqliteThread(file, 'writer'),
    reader: new SqliteThread(file, 'reader'),
  };
  const db = new Kysely<Schema>({
    dialect: new SqliteWorkerDialect(threads),
    ...(onQuery && {
      log: (event) => {
        if (event.level === 'error' || !event.isStream) onQuery(event.queryDurationMillis);
      },
    }),
  });
  const check = () => db.connection().execute(async () => {});
  const giveWay = () => {
    for (const thread of Object.values(threads)) thread.giveWay().catch(() => {});
  };
  const hurry = () => {
    threads.writer.hurry().catch(() => {});
  };
  const watch = (onChange: () => void) => {
    const end = watchSqlite(threads.reader, onChange);
    return async () => end();
  };
  async function close(): Promise<void> {
    await db.destroy();
    // Kysely leaves alone what it never came to use.
    await Promise.all([threads.reader.close(), threads.writer.close()]);
  }
  return { db, kind: 'sqlite', check, giveWay, hurry, watch, close };
}
