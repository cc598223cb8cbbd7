import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { type Database, openDatabase } from '../src/db/database.ts';
import { migrate } from '../src/db/migrate.ts';

/** A migrated, empty database of one test file; `db` is there from the first test on. */
export type TestDatabase = Pick<Database, 'db' | 'kind'>;

/** Runs a block of tests on each kind of database, with a database of its own that is removed afterwards. */
export function eachDialect(name: string, block: (database: TestDatabase) => void): void {
  describe(`${name} (sqlite)`, () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-test-'));
    let open: Database;
    beforeAll(async () => {
      open = await openDatabase({ dataDir });
      await migrate(open.db);
    });
    afterAll(async () => {
      await open?.close();
      rmSync(dataDir, { recursive: true, force: true });
    });
    block({
      kind: 'sqlite',
      get db() {
        return open.db;
      },
    });
  });
}
