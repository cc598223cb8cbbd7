import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isDatabaseGone } from '../errors.ts';
import { openDatabase } from '../open-database.ts';
import { databaseFile, prepareDataDir } from './data-dir.ts';
import { OwnSqliteDialect } from './dialect.sqlite.ts';
import { SqliteConnections } from './sqlite.connections.ts';

/* Behaviour that only the embedded database has: its settings, its turns, locks, and its end. */

type Tables = { note: { id: number; text: string } };

let dataDir: string;
let connections: SqliteConnections;
let db: Kysely<Tables>;

beforeEach(async () => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'adwarden-test-')), 'data');
  connections = new SqliteConnections(prepareDataDir(dataDir));
  connections.allow();
  db = new Kysely<Tables>({ dialect: new OwnSqliteDialect(connections) });
  await sql`create table note (id integer primary key, text text)`.execute(db);
});

afterEach(async () => {
  await db.destroy().catch(() => {});
  rmSync(join(dataDir, '..'), { recursive: true, force: true });
});

const add = (on: Kysely<Tables>, text: string) =>
  on
    .insertInto('note')
    .values({ text } as never)
    .execute();
const texts = async () =>
  (await db.selectFrom('note').select('text').execute()).map((row) => row.text);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
it('is durable and private: WAL, full sync, foreign keys, readable by the owner only', async () => {
  const pragma = async (name: string) =>
    Object.values((await sql.raw<object>(`pragma ${name}`).execute(db)).rows[0] ?? {})[0];
  expect(await pragma('journal_mode')).toBe('wal');
  expect(await pragma('synchronous')).toBe(2);
  expect(await pragma('foreign_keys')).toBe(1);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  for (const name of ['adwarden.db', 'adwarden.db-wal', 'adwarden.db-shm']) {
    expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
  }
});

it('reads raw selects on a connection that cannot write', async () => {
  await expect(sql`select 1 from note; delete from note`.execute(db)).resolves.toBeDefined();
  await add(db, 'kept');
  expect(await texts()).toEqual(['kept']);
});

it('reads a list during a write, and writes with a statement that begins like a list', async () => {
  const one = sql<{ n: number }>`with one(n) as (select 1) select n from one`;
  await db.transaction().execute(async (tx) => {
    await add(tx, 'held');
    expect((await one.execute(db)).rows).toEqual([{ n: 1 }]);
  });
  await sql`with one(n) as (select 'by with') insert into note (text) select n from one`.execute(
    db,
  );
  expect(await texts()).toEqual(['held', 'by with']);
});

it('refuses writes when the queue is full', async () => {
  const errors: unknown[] = [];
  const writes: Promise<unknown>[] = [];
  await db.transaction().execute(async () => {
    for (let index = 0; index < 1100; index += 1) {
      writes.push(add(db, 'waits').catch((error) => errors.push(error)));
    }
    await expect.poll(() => errors.length).toBe(100);
  });
  for (const error of errors) expect(isDatabaseGone(error), String(error)).toBe(true);
  await Promise.all(writes);
  expect(await texts()).toHaveLength(1000);
});

it('waits for another process that writes, while reads go on', async () => {
  const other = new DatabaseSync(databaseFile(dataDir));
  other.exec('begin immediate');
  other.exec("insert into note (text) values ('other')");
  const writing = add(db, 'ours');
  for (let turn = 0; turn < 10; turn += 1) {
    const began = performance.now();
    expect(await texts()).toEqual([]);
    expect(performance.now() - began, 'a read beside the write').toBeLessThan(1000);
    await pause(20);
  }
  other.exec('commit');
  other.close();
  await writing;
  expect(await texts()).toEqual(['other', 'ours']);
});

it('gives up a write at once when another process writes and this one stops', async () => {
  const other = new DatabaseSync(databaseFile(dataDir));
  other.exec('begin immediate');
  connections.hurry();
  const error = await add(db, 'late').catch((cause: unknown) => cause);
  expect(error).toMatchObject({ code: 'SQLITE_BUSY' });
  other.exec('rollback');
  other.close();
  await add(db, 'later');
  expect(await texts()).toEqual(['later']);
});

it('shows a column that a table got meanwhile', async () => {
  await add(db, 'a');
  await db.selectFrom('note').selectAll().execute();
  await sql`alter table note add column extra text default 'e'`.execute(db);
  expect(await db.selectFrom('note').selectAll().execute()).toEqual([
    { id: 1, text: 'a', extra: 'e' },
  ]);
});

it('does not go on outside of a transaction that the database ended', async () => {
  const work = db.transaction().execute(async (tx) => {
    await add(tx, 'first');
    await sql`rollback`.execute(tx); // as a full disk would
    await add(tx, 'second');
  });
  await expect(work).rejects.toThrow(/ended this transaction/);
  expect(await texts()).toEqual([]);
});

it('finishes what is in flight when it closes', async () => {
  const slowly = db.transaction().execute(async (tx) => {
    await add(tx, 'one');
    await pause(100);
    await add(tx, 'two');
  });
  await pause(20);
  await db.destroy();
  await slowly;
  const again = await openDatabase({ dataDir });
  const rows = await sql<{ text: string }>`select text from note`.execute(again.db);
  await again.close();
  expect(rows.rows).toHaveLength(2);
});

it('says clearly that the file cannot be opened or that it is closed', async () => {
  await db.destroy();
  await expect(texts()).rejects.toThrow(/destroyed/);
  const broken = prepareDataDir(join(dataDir, 'other'));
  rmSync(broken);
  const none = new SqliteConnections(join(broken, 'no', 'such.db'));
  none.allow();
  const other = new Kysely<Tables>({ dialect: new OwnSqliteDialect(none) });
  const error = await sql`select 1`.execute(other).catch((cause: unknown) => cause);
  expect(error).toMatchObject({ code: 'SQLITE_CANTOPEN' });
  expect(isDatabaseGone(error)).toBe(true);
  none.close();
  expect(() => none.reader).toThrow(/closed/);
});

it('moves the log into the file again and again, so that the log stays small', async () => {
  const large = 'x'.repeat(100_000);
  for (let index = 0; index < 50; index += 1) {
    await add(db, large);
    await db.transaction().execute((tx) => add(tx, large));
  }
  // 10 MB were written; the log has 1000 pages of 4 kB, and those written after them.
  expect(statSync(join(dataDir, 'adwarden.db-wal')).size).toBeLessThan(6_000_000);
  expect(await texts()).toHaveLength(100);
});
