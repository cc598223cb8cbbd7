import { afterAll, beforeAll, describe } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import type { Db } from '../../src/db/schema.ts';
import { createPostgresDatabase, hasPostgres, type PostgresDatabase } from './postgres-database.ts';

/** A migrated PostgreSQL database of one test file, open from the first test on. */
export type OpenPostgres = {
  readonly url: string;
  readonly db: Db;
  /** Opens it once more, or another one; the test closes what it opened. */
  open(url?: string, more?: { pool?: number; prepare?: boolean }): Promise<Database>;
  /** Adds a row to the table `category`. */
  add(categoryName: string, db?: Db): Promise<unknown>;
  /** Counts the rows of `category` with this name. */
  count(categoryName: string): Promise<number>;
};

/** Runs a block of tests on a PostgreSQL database that is removed afterwards; skipped where there is no PostgreSQL. */
export function onPostgres(name: string, block: (postgres: OpenPostgres) => void): void {
  describe.skipIf(!hasPostgres())(name, () => {
    let server: PostgresDatabase;
    let database: Database;
    const open: OpenPostgres['open'] = (url = server.url, more = {}) =>
      openDatabase({ dataDir: '', postgres: { url, pool: 4, prepare: true, ...more } });
    beforeAll(async () => {
      server = await createPostgresDatabase();
      database = await open();
      await migrate(database.db);
    });
    afterAll(async () => {
      await database?.close();
      await server?.remove();
    });
    block({
      get url() {
        return server.url;
      },
      get db() {
        return database.db;
      },
      open,
      add: (categoryName, db = database.db) =>
        db.insertInto('category').values({ categoryName, position: 0 }).execute(),
      async count(categoryName) {
        const found = database.db.selectFrom('category').selectAll();
        return (await found.where('categoryName', '=', categoryName).execute()).length;
      },
    });
  });
}

/** Returns the error of a promise that is rejected, or null. */
export const failure = (work: Promise<unknown>) => work.then(() => null).catch((error) => error);
