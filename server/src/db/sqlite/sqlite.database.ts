import { Kysely } from 'kysely';
import { type Database, errorOf, type OnQuery } from '../database.ts';
import type { Schema } from '../schema.ts';
import { prepareDataDir } from './data-dir.ts';
import { SqliteWorkerDialect } from './dialect.sqlite.ts';
import { SqliteThread } from './sqlite.thread.ts';
import { watchSqlite } from './sqlite.watch.ts';

/** The embedded database in `dataDir`, which is created if needed. The file is opened at the first check or use. */
export function openSqlite(dataDir: string, onQuery: OnQuery | undefined): Database {
  const file = prepareDataDir(dataDir);
  const threads = {
    writer: new SqliteThread(file, 'writer'),
    reader: new SqliteThread(file, 'reader'),
    follower: new SqliteThread(file, 'follower'),
  };
  const db = new Kysely<Schema>({
    dialect: new SqliteWorkerDialect(threads),
    ...(onQuery && { log: (event) => onQuery(event.queryDurationMillis, errorOf(event)) }),
  });
  const check = () => db.connection().execute(async () => {});
  const hurry = () => {
    threads.writer.hurry().catch(() => {});
  };
  const watch = (onChange: () => void) => {
    const end = watchSqlite(threads.follower, onChange);
    return async () => end();
  };
  async function close(): Promise<void> {
    await db.destroy();
    // Kysely does not close a driver that it has never used.
    await Promise.all(Object.values(threads).map((thread) => thread.close()));
  }
  return { db, kind: 'sqlite', check, hurry, watch, close };
}
