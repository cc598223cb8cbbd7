import { CompiledQuery } from 'kysely';
import type { BesideDatabase, Write, WriteTurns } from './database.ts';
import { openPostgres } from './postgres/postgres.database.ts';
import type { PostgresSettings } from './postgres/postgres.options.ts';
import type { Db } from './schema.ts';
import { openSqliteToRead, openSqliteToWrite } from './sqlite/sqlite.beside.ts';

/** So many connections of its own to PostgreSQL has such a thread. */
const pool = 2;

type Place = { dataDir: string; postgres: PostgresSettings | undefined };

/**
 * Opens the database for a thread beside the serving one, which has opened and migrated it. The thread takes only idle time,
 * so it must not hold the lock of SQLite's one writer: there every write goes through `write`. PostgreSQL gets both.
 */
export function openToRead({ dataDir, postgres }: Place, write: Write): BesideDatabase {
  return postgres
    ? openPostgres({ ...postgres, pool }, undefined)
    : openSqliteToRead(dataDir, write);
}

/** The same for a thread that writes by itself. With SQLite it waits for its turn before each write. */
export function openToWrite({ dataDir, postgres }: Place, writes: WriteTurns): BesideDatabase {
  return postgres
    ? openPostgres({ ...postgres, pool }, undefined)
    : openSqliteToWrite(dataDir, writes);
}

/** What the serving thread offers to a thread beside it. */
export const createWrite =
  (db: Db): Write =>
  async ({ sql, parameters }) => {
    const { numAffectedRows = 0n } = await db.executeQuery(CompiledQuery.raw(sql, [...parameters]));
    return Number(numAffectedRows);
  };
