import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import postgresOf from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addKeptApp } from '../databases/kept-app.ts';
import { createPostgresDatabase, hasPostgres } from '../databases/postgres-database.ts';
import { fill, mayMount, newDisk } from '../faults/small-disk.ts';
import { putSqlite, secretKey } from '../releases/open.ts';
import { killServers, type ServerProcess, startServer } from '../servers/server-process.ts';

/* With readable last good ads, a fault below the server does not refuse a start of ads (ADR 68). */

const soon = { timeout: 90_000, interval: 100 };
const lastGood = 'ads.last-good.db';
const credentials = { email: 'admin@example.com', password: 'harbour-lights-9' };
const folder = mkdtempSync(join(tmpdir(), 'adwarden-test-'));
/** The data folder of a server that has stopped, with one app. */
const kept = join(folder, 'kept');
let ads = '';

async function fillAndStop(server: ServerProcess, dataDir: string): Promise<string> {
  const path = await addKeptApp(server, dataDir);
  await server.stop();
  return path;
}

beforeAll(async () => {
  ads = await fillAndStop(await startServer({ DATA_DIR: kept }), kept);
});
afterAll(() => {
  killServers();
  rmSync(folder, { recursive: true, force: true });
});

/** Copies the same folder to another place. */
function copyOfKept(dataDir = mkdtempSync(join(folder, 'data-'))): string {
  cpSync(kept, dataDir, { recursive: true });
  return dataDir;
}

function change(dataDir: string, sql: string): void {
  const db = new DatabaseSync(join(dataDir, 'adwarden.db'));
  db.exec(sql);
  db.close();
}

/**
 * Makes the newest migrations count as not run. Their changes are there. They are so many that one of them fails when it runs
 * again, on both databases.
 */
const forgetMigration = `
  create table forgotten as select * from kysely_migration order by name desc limit 4;
  delete from kysely_migration where name in (select name from forgotten);
`;
const rememberMigration = `
  insert into kysely_migration select * from forgotten;
  drop table forgotten;
`;
/** Replaces the database by one that this version has to migrate, as an upgrade does. */
function putOlder(dataDir: string): void {
  const db = new DatabaseSync(join(dataDir, 'adwarden.db'));
  const own = db.prepare(`select value from meta where name = 'database'`).get();
  db.close();
  putSqlite('0.3.0', dataDir);
  change(dataDir, `update meta set value = '${own?.value}' where name = 'database'`);
}

/** Expects that ads are served, that people are told why calls are not answered, and that `/readyz` says it. */
async function expectAdsOnly(server: ServerProcess, path: string, words: RegExp, why: RegExp) {
  const answer = await server.ask(path);
  expect([answer.status, answer.body.data?.appName], answer.text).toEqual([200, 'Kept']);
  const signIn = await server.ask('/admin/login', { method: 'POST', body: credentials });
  expect([signIn.status, signIn.body.success], signIn.text).toEqual([503, false]);
  expect(signIn.body.message).toMatch(words);
  expect(signIn.body.message, 'for strangers').not.toContain(folder);
  const list = await server.ask('/apps/getAllApp', { as: 'x'.repeat(43) });
  expect([list.status, list.body.message]).toEqual([503, signIn.body.message]);
  await expect.poll(async () => (await server.ask('/readyz')).body.reason, soon).toMatch(why);
}

/** Expects that the fault is over: within seconds, without a restart. */
async function expectAll(server: ServerProcess) {
  await expect.poll(async () => (await server.ask('/readyz')).body.status, soon).toBe('ready');
  const wrong = { email: 'nobody@example.com', password: 'not-this-one' };
  expect((await server.ask('/admin/login', { method: 'POST', body: wrong })).status).toBe(401);
}

type Fault = { words: RegExp; why: RegExp; break: string; mend: string };
const faults: Record<string, Fault> = {
  'a migration that fails': {
    words: /^The database cannot be used at the moment$/,
    why: /already exists|duplicate column/,
    break: forgetMigration,
    mend: rememberMigration,
  },
  'a database of a newer version': {
    words: /: it was made by another version of Adwarden$/,
    why: /The database is of a newer version.*9999-later/,
    break: `insert into kysely_migration values ('9999-later', '2026')`,
    mend: `delete from kysely_migration where name = '9999-later'`,
  },
};

describe('the embedded database', () => {
  it.each(Object.entries(faults))('%s: ads go on, and all when it is over', async (_, fault) => {
    const DATA_DIR = copyOfKept();
    change(DATA_DIR, fault.break);
    const server = await startServer({ DATA_DIR });
    await expectAdsOnly(server, ads, fault.words, fault.why);
    const { status, body } = await server.ask('/readyz');
    expect([status, body.status, body.apps]).toEqual([200, 'degraded', 1]);
    change(DATA_DIR, fault.mend);
    await expectAll(server);
    await server.stop();
  });

  it.each(Object.entries(faults))('%s: is refused without last good ads', async (_, fault) => {
    const DATA_DIR = copyOfKept();
    change(DATA_DIR, fault.break);
    rmSync(join(DATA_DIR, lastGood));
    await expect(startServer({ DATA_DIR })).rejects.toThrow(
      /^the server ended before it listened: adwarden cannot start: [^\n]+\n$/,
    );
  });

  it('that another program has locked', async () => {
    const DATA_DIR = copyOfKept();
    putOlder(DATA_DIR);
    const other = new DatabaseSync(join(DATA_DIR, 'adwarden.db'));
    other.exec('begin immediate');
    const server = await startServer({ DATA_DIR, SECRET_KEY: secretKey });
    await expectAdsOnly(server, ads, /: another program holds its lock$/, /holds its lock/);
    other.exec('rollback');
    other.close();
    await expectAll(server);
    await server.stop();
  });

  it('of another installation is refused, also with last good ads', async () => {
    const DATA_DIR = copyOfKept();
    change(DATA_DIR, `update meta set value = '${'0'.repeat(32)}' where name = 'database'`);
    await expect(startServer({ DATA_DIR })).rejects.toThrow(/is not the one of the last start/);
  });

  it('whose key is another one is refused, also with last good ads', async () => {
    const DATA_DIR = copyOfKept();
    const SECRET_KEY = 'e'.repeat(64);
    await expect(startServer({ DATA_DIR, SECRET_KEY })).rejects.toThrow(
      /SECRET_KEY is not the key/,
    );
  });

  it('of a folder that another server uses is refused, also with last good ads', async () => {
    const DATA_DIR = copyOfKept();
    const server = await startServer({ DATA_DIR });
    await expect(startServer({ DATA_DIR })).rejects.toThrow(/is used by another server/);
    await server.stop();
  });

  it('a setting that cannot be read is refused, also with last good ads', async () => {
    const DATA_DIR = copyOfKept();
    await expect(startServer({ DATA_DIR, WORKERS: 'x' })).rejects.toThrow(/WORKERS must be/);
  });
});

describe.skipIf(!mayMount)('a disk', () => {
  it('that is full, at an upgrade: ads go on, and the migration runs when there is room', async () => {
    const DATA_DIR = copyOfKept(newDisk(60));
    putOlder(DATA_DIR);
    rmSync(join(DATA_DIR, 'disk-reserve'), { force: true });
    const filler = fill(DATA_DIR, 0);
    const server = await startServer({ DATA_DIR, SECRET_KEY: secretKey });
    await expectAdsOnly(server, ads, /: the disk is full$/, /full/);
    expect((await server.ask('/readyz')).status).toBe(200);
    rmSync(filler);
    await expectAll(server);
    await server.stop();
  });

  it('that became read-only', async () => {
    const DATA_DIR = copyOfKept(newDisk(60));
    execFileSync('mount', ['-o', 'remount,ro', DATA_DIR]);
    const server = await startServer({ DATA_DIR });
    await expectAdsOnly(server, ads, /: it cannot be written$/, /cannot be written|read-only/);
    expect((await server.ask('/readyz')).status).toBe(200);
    execFileSync('mount', ['-o', 'remount,rw', DATA_DIR]);
    await expectAll(server);
    await server.stop();
  });
});

describe.skipIf(!hasPostgres())('PostgreSQL', () => {
  it('that answers and refuses: ads go on, and the balancer takes another node', async () => {
    const database = await createPostgresDatabase();
    const sql = postgresOf(database.url, { max: 1, onnotice: () => {} });
    const DATA_DIR = mkdtempSync(join(folder, 'data-'));
    const settings = { DATA_DIR, DATABASE_URL: database.url, SECRET_KEY: 'd'.repeat(64) };
    const path = await fillAndStop(await startServer(settings), DATA_DIR);
    await sql.unsafe(forgetMigration);
    const server = await startServer(settings);
    await expectAdsOnly(server, path, /^The database cannot be used/, /already exists|column/);
    expect((await server.ask('/readyz')).status).toBe(503);
    await sql.unsafe(rememberMigration);
    await expectAll(server);
    await server.stop();

    await sql`insert into kysely_migration values ('9999-later', '2026')`;
    await expect(startServer(settings)).rejects.toThrow(/of a newer version/);
    await sql.end();
    await database.remove();
  });
});

it('says how old its ads may be, also over restarts, and the alert of old ads sees it', async () => {
  const dataDir = copyOfKept();
  const file = join(dataDir, lastGood);
  const longAgo = new Date(Date.now() - 26 * 60 * 60_000);
  utimesSync(file, longAgo, longAgo);
  const well = await startServer({ DATA_DIR: dataDir });
  await expect.poll(async () => (await well.ask('/readyz')).body.status, soon).toBe('ready');
  expect((await well.ask('/readyz')).body).not.toHaveProperty('lagSeconds');
  await well.stop();
  expect(Date.now() - statSync(file).mtimeMs, 'the ads were those of the stop').toBeLessThan(
    60_000,
  );

  utimesSync(file, longAgo, longAgo);
  change(dataDir, `insert into kysely_migration values ('9999-later', '2026')`);
  const alone = await startServer({ DATA_DIR: dataDir });
  const { body } = await alone.ask('/readyz');
  expect(body.status).toBe('degraded');
  expect(body.lagSeconds).toBeGreaterThan(26 * 60 * 60 - 1);
  expect(body.lagSeconds).toBeLessThan(26 * 60 * 60 + 120);
  const metrics = (await alone.ask('/metrics')).text;
  expect(metrics).toMatch(/^adwarden_ads_lag_seconds 93[67]\d\d/m);
  await alone.stop();
  expect(Date.now() - statSync(file).mtimeMs, 'they stay old').toBeGreaterThan(
    26 * 60 * 60_000 - 1,
  );
});
