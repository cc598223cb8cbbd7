import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Limiter } from '../../kit/limiter.ts';
import { databaseBusy, isDatabaseGone } from '../errors.ts';
import { openDatabase } from '../open-database.ts';
import { prepareDataDir } from './data-dir.ts';
import { SqliteWorkerDialect } from './dialect.sqlite.ts';
import { SqliteLease } from './sqlite.lease.ts';
import type { SqliteRole } from './sqlite.protocol.ts';
import { SqliteThread } from './sqlite.thread.ts';

/* What is true of the embedded database only: its settings, its threads, and their end. */

type Tables = { note: { id: number; text: string } };

let dataDir: string;
let threads: Record<SqliteRole, SqliteThread>;
let db: Kysely<Tables>;

beforeEach(async () => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'adwarden-test-')), 'data');
  const file = prepareDataDir(dataDir);
  threads = {
    writer: new SqliteThread(file, 'writer'),
    reader: new SqliteThread(file, 'reader'),
    follower: new SqliteThread(file, 'follower'),
  };
  db = new Kysely<Tables>({ dialect: new SqliteWorkerDialect(threads) });
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
/** Counts for about a second on a calm machine. */
const counting = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000000)
  select count(*) as c from n`;
const slow = sql`insert into note (text) ${counting}`;

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

it('refuses reads when the queue is full', async () => {
  const reads = Array.from({ length: 1500 }, () =>
    texts().then(
      () => 'read',
      (error) => error,
    ),
  );
  const refused = (await Promise.all(reads)).filter((answer) => answer !== 'read');
  expect(refused.length).toBe(496);
  for (const error of refused) expect(isDatabaseGone(error), String(error)).toBe(true);
  expect(await texts()).toEqual([]);
});

it('gives up a read after its time limit, and frees the turn when the read has ended', async () => {
  const turns = new Limiter({ places: 1, waiting: 1, ms: 20_000, refusal: databaseBusy });
  const turn = await turns.take();
  const session = turn.place;
  const { reader: thread } = threads;
  const lease = new SqliteLease({ thread, session, answerWithinMs: 20, turn });
  await texts();
  let hasEnded = false;
  const { sql: text } = counting.compile(db);
  const statement = { session, transaction: false, sql: text, parameters: [] };
  void thread.call({ op: 'run', ...statement }).then(() => {
    hasEnded = true;
  });
  const error = await lease.ask({ op: 'run', ...statement }).catch((cause: unknown) => cause);
  expect(String(error)).toMatch(/busy: no answer within 0.02 s/);
  expect(isDatabaseGone(error)).toBe(true);
  await lease.rollback();
  lease.leave();
  expect(hasEnded, 'nobody waited for the statement').toBe(false);
  await turns.take();
  expect(hasEnded, 'the turn was kept until it had ended').toBe(true);
});

it('leaves the serving thread alone while it works, and reads and writes apart', async () => {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const began = performance.now();
  const inWriter = slow.execute(db);
  await texts();
  const readAfter = performance.now() - began;
  await inWriter;
  const wroteAfter = performance.now() - began;
  delay.disable();
  expect(readAfter).toBeLessThan(wroteAfter / 2);
  expect(delay.max / 1e6).toBeLessThan(wroteAfter / 2);
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

it('rejects everything pending when a thread dies, and comes back', async () => {
  await add(db, 'before');
  const inTransaction = db.transaction().execute(async (tx) => {
    await add(tx, 'lost');
    await pause(200);
    await add(tx, 'not written either');
  });
  const pending = slow.execute(db);
  const errors = [inTransaction, pending].map((work) => work.catch((error: unknown) => error));
  await pause(50);
  await threads.writer.kill();
  for (const error of await Promise.all(errors)) {
    expect(isDatabaseGone(error)).toBe(true);
    expect(String(error)).toMatch(/thread stopped/);
  }
  expect(await texts()).toEqual(['before']);
  await pause(1000);
  await add(db, 'after');
  expect(await texts()).toEqual(['before', 'after']);
});

it('says clearly that the file cannot be opened or that it is closed', async () => {
  await db.destroy();
  await expect(texts()).rejects.toThrow(/destroyed/);
  const broken = prepareDataDir(join(dataDir, 'other'));
  rmSync(broken);
  const thread = new SqliteThread(join(broken, 'no', 'such.db'), 'reader');
  const request = {
    op: 'run',
    session: 0,
    transaction: false,
    sql: 'select 1',
    parameters: [],
  } as const;
  const error = await thread.call(request).catch((cause: unknown) => cause);
  expect(error).toMatchObject({ code: 'SQLITE_CANTOPEN' });
  expect(isDatabaseGone(error)).toBe(true);
  await thread.close();
  await expect(thread.call(request)).rejects.toThrow(/closed/);
});

it('moves the log into the file again and again, so that the log stays small', async () => {
  const large = 'x'.repeat(100_000);
  for (let index = 0; index < 50; index += 1) {
    await add(db, large);
    await db.transaction().execute((tx) => add(tx, large));
  }
  // 10 MB were written; the log has 1000 pages of 4 kB, and what came after them.
  expect(statSync(join(dataDir, 'adwarden.db-wal')).size).toBeLessThan(6_000_000);
  expect(await texts()).toHaveLength(100);
});
