import { Kysely } from 'kysely';
import { prepareDataDir } from './data-dir.ts';
import { SqliteWorkerDialect } from './dialect.sqlite.ts';
import type { Db, Schema } from './schema.ts';
import { SqliteThread } from './sqlite.thread.ts';

/** An open database, whichever of the two it is (design, section 6). */
export type Database = {
  db: Db;
  kind: 'sqlite' | 'postgres';
  /** Finishes what is in flight, then lets the database go. */
  close(): Promise<void>;
};

/** What `openDatabase` needs; `onQuery` hears the milliseconds of each statement, streams left out. */
export type DatabaseSettings = { dataDir: string; onQuery?: (ms: number) => void };

/** Opens the embedded database in `dataDir`, which it creates; throws when the file cannot be used. */
export async function openDatabase({ dataDir, onQuery }: DatabaseSettings): Promise<Database> {
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
  try {
    await db.connection().execute(async () => {});
  } catch (error) {
    await Promise.all([threads.reader.close(), threads.writer.close()]);
    throw error;
  }
  return { db, kind: 'sqlite', close: () => db.destroy() };
}
