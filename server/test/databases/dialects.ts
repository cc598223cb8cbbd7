import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { createPostgresDatabase, hasPostgres, type PostgresDatabase } from './postgres-database.ts';

/** A migrated, empty database of one test file; `db` is available in tests. */
export type TestDatabase = Pick<Database, 'db' | 'kind'>;

const fewConnections = { pool: 5, prepare: true };

/** Runs a block of tests on each kind of database, each time with a new database that is removed afterwards. */
export function eachDialect(name: string, block: (database: TestDatabase) => void): void {
  for (const kind of ['sqlite', 'postgres'] as const) {
    describe.skipIf(kind === 'postgres' && !hasPostgres())(`${name} (${kind})`, () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-test-'));
      let server: PostgresDatabase | undefined;
      let open: Database;
      beforeAll(async () => {
        if (kind === 'postgres') server = await createPostgresDatabase();
        open = await openDatabase({
          dataDir,
          postgres: server && { url: server.url, ...fewConnections },
        });
        await migrate(open.db);
      });
      afterAll(async () => {
        await open?.close();
        await server?.remove();
        rmSync(dataDir, { recursive: true, force: true });
      });
      block({
        kind,
        get db() {
          return open.db;
        },
      });
    });
  }
}
