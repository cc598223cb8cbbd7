import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failure } from '../../../test/databases/on-postgres.ts';
import {
  createPostgresDatabase,
  hasPostgres,
  type PostgresDatabase,
} from '../../../test/databases/postgres-database.ts';
import type { Database } from '../database.ts';
import { isDatabaseGone } from '../errors.ts';
import { openDatabase } from '../open-database.ts';
import type { Db } from '../schema.ts';

/* A session ends while it is used, at each moment; vitest fails the run when an error escapes. */

describe.skipIf(!hasPostgres())('a connection that is lost', () => {
  let server: PostgresDatabase;
  let database: Database;
  let killer: Database;
  beforeAll(async () => {
    server = await createPostgresDatabase();
    const open = (pool: number) =>
      openDatabase({ dataDir: '', postgres: { url: server.url, pool, prepare: true } });
    database = await open(2);
    killer = await open(2);
  });
  afterAll(async () => {
    await database?.close();
    await killer?.close();
    await server?.remove();
  });

  const pidOf = async (db: Db) =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid ?? 0;

  /** Ends a session and waits until this process has noticed. */
  async function end(pid: number): Promise<void> {
    await sql`select pg_terminate_backend(${pid}::int, 5000)`.execute(killer.db);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }

  /** Expects that both connections of the pool work, more than once. */
  async function expectSound(): Promise<void> {
    for (let round = 0; round < 2; round += 1) {
      const pids = await Promise.all([1, 2, 3, 4].map(() => pidOf(database.db)));
      for (const pid of pids) expect(pid).toBeGreaterThan(0);
    }
  }

  test('between two queries of a transaction: the second fails, and so does the whole', async () => {
    const error = await failure(
      database.db.transaction().execute(async (tx) => {
        await end(await pidOf(tx));
        await sql`select 1`.execute(tx);
      }),
    );
    expect(isDatabaseGone(error), String(error)).toBe(true);
    await expectSound();
  });

  test('during a query of a transaction', async () => {
    const error = await failure(
      database.db.transaction().execute(async (tx) => {
        const ending = end(await pidOf(tx));
        await sql`select pg_sleep(10)`.execute(tx);
        await ending;
      }),
    );
    expect(isDatabaseGone(error), String(error)).toBe(true);
    await expectSound();
  });
});
