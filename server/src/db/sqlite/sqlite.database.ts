import { Kysely } from 'kysely';
import { type Database, errorOf, type OnQuery, type OnStatement } from '../database.ts';
import type { Schema } from '../schema.ts';
import { databaseFile, prepareDataDir } from './data-dir.ts';
import { OwnSqliteDialect } from './dialect.sqlite.ts';
import { SqliteConnections } from './sqlite.connections.ts';
import { watchSqlite } from './sqlite.watch.ts';

/** Opens the embedded database in `dataDir`, which the first check creates if needed. */
export function openSqlite(
  dataDir: string,
  {
    onQuery,
    onStatement,
    mayMake,
  }: {
    onQuery: OnQuery | undefined;
    onStatement: OnStatement | undefined;
    mayMake: boolean;
  },
): Database {
  const connections = new SqliteConnections(databaseFile(dataDir), onStatement);
  const db = new Kysely<Schema>({
    dialect: new OwnSqliteDialect(connections),
    ...(onQuery && { log: (event) => onQuery(event.queryDurationMillis, errorOf(event)) }),
  });
  const check = async () => {
    prepareDataDir(dataDir, mayMake);
    connections.allow();
    await db.connection().execute(async () => {});
  };
  const hurry = () => connections.hurry();
  const watch = (onChange: () => void) => {
    const end = watchSqlite(connections, onChange);
    return async () => end();
  };
  async function close(): Promise<void> {
    await db.destroy();
    // Kysely does not close a driver that it has never used.
    connections.close();
  }
  const copy = (file: string) => connections.copy(file);
  return { db, kind: 'sqlite', check, watch, copy, hurry, close };
}
