import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import {
  createPostgresDatabase,
  hasPostgres,
  type PostgresDatabase,
} from '../../test/databases/postgres-database.ts';
import { buildTestServer } from '../../test/servers/build-test-server.ts';
import { migrate } from '../db/migrate.ts';
import { movedTables } from '../db/moving/move.tables.ts';
import { openDatabase } from '../db/open-database.ts';
import { addFunctions } from '../db/sqlite/sqlite.functions.ts';

const file = built('cli/move-to-postgres');
const secretKey = 'c'.repeat(64);
const ugly = `'; drop table app; --  "quoted" \\back\\slash {a,b} NULL \t \r\n 👩‍👩‍👧 שלום é`;

let dataDir: string;
let target: PostgresDatabase;
let sql: postgres.Sql;
let columnsNotTried: string[];
const env = () => ({
  ...process.env,
  DATA_DIR: dataDir,
  DATABASE_URL: target.url,
  SECRET_KEY: secretKey,
});

function move(to = target.url) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], {
    env: { ...env(), DATABASE_URL: to },
    encoding: 'utf8',
  });
  return { status, stdout, stderr: stderr.trim() };
}

/** Writes directly into the embedded database. */
function write(work: (db: DatabaseSync) => void): void {
  const db = new DatabaseSync(join(dataDir, 'adwarden.db'));
  addFunctions(db);
  db.exec('begin');
  work(db);
  db.exec('commit');
  db.close();
}

/** Inserts a row. A column gets its value in `known`, else the key of a row that it references, else one made of its name. */
function fillRow(db: DatabaseSync, table: string, known: Record<string, string | number | bigint>) {
  const columns = db.prepare(`pragma table_info("${table}")`).all();
  const references = db.prepare(`pragma foreign_key_list("${table}")`).all();
  const values = columns.map(({ name, type, cid }) => {
    const { table: other, to } = references.find(({ from }) => from === name) ?? {};
    const key = other && db.prepare(`select "${to}" as key from "${other}"`).get()?.key;
    const own = type === 'TEXT' ? `${table}.${name}` : Number(cid) + 1;
    return known[String(name)] ?? key ?? own;
  });
  const places = values.map(() => '?').join();
  db.prepare(`insert into "${table}" values (${places})`).run(...values);
}

/** Adds one row to each table that has none. */
function fillEmptyTables(db: DatabaseSync): void {
  const [app] = db.prepare('select appID from app').all();
  const known: Record<string, string> = {
    appID: String(app?.appID),
    batchID: 'batch.id',
    viewId: 'saved_view.id',
    nextAt: '9',
    kind: 'user',
  };
  for (const table of Object.keys(movedTables)) {
    if (db.prepare(`select 1 from "${table}" limit 1`).get()) continue;
    fillRow(db, table, known);
  }
}

/** Returns the columns in which every row has the value that a new row would have; a move could lose them unseen. */
function columnsOfDefaults(db: DatabaseSync): string[] {
  return [...Object.keys(movedTables), 'app_list'].flatMap((table) =>
    db
      .prepare(`pragma table_info("${table}")`)
      .all()
      .filter(({ name, dflt_value }) => {
        const isOther = dflt_value === null ? `"${name}" <> ''` : `"${name}" <> ${dflt_value}`;
        return !db.prepare(`select 1 from "${table}" where ${isOther} limit 1`).get();
      })
      .map(({ name }) => `${table}.${name}`),
  );
}

const insertChange = `insert into change (at, actorKind, actorId, actorName, address, entity, key, action, row)
  values (?, 'system', '', ?, '', 'app', ?, 'update', '{}')`;

async function rowsOf(table: string): Promise<number> {
  const [row] = await sql.unsafe(`select count(*)::int as rows from "${table}"`);
  return row?.rows;
}

/** Makes a database that a server has filled, with additional rare values. */
beforeAll(async () => {
  if (!hasPostgres()) return;
  dataDir = mkdtempSync(join(tmpdir(), 'adwarden-move-'));
  const server = await buildTestServer({ DATA_DIR: dataDir, SECRET_KEY: secretKey });
  const admin = await server.signInAdmin();
  const form = sampleUserForm({ fullName: `Ünïcode ${ugly.replace(/\s+/g, ' ')}`.slice(0, 90) });
  await server.call('createNewUser', { as: admin, body: form });
  for (const appName of ['Tide 🌊 Clóck', "O'Hara \\ Son", '%_']) {
    const names = { appName, packageName: `com.${appName}`, accountName: appName };
    const body = { ...sampleAppForm(), ...names, selectedUser: form.userId };
    const { body: made } = await server.call('addApp', { as: admin, body });
    const country = { id: made.data.appID, country: 'US, India' };
    await server.call('addConfigureApp', { as: admin, body: country });
    await server.call('rotateToken', { as: admin, id: made.data.appID, body: {} });
  }
  await server.call('updateVPNAPIKey', { as: admin, body: { VPNAPIKey: 'vpn-key-1' } });
  await server.close();
  write((db) => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    db.prepare('insert into icon values (?, ?, ?)').run('a'.repeat(64), bytes, 0);
    db.prepare('insert into icon values (?, ?, ?)').run('b'.repeat(64), new Uint8Array(), 1);
    db.prepare('update app set note = ?, createdAt = ?').run(ugly, 9007199254740993n);
    db.prepare(insertChange).run(-1, ugly, 'gone');
    db.exec("update sqlite_sequence set seq = 5000000000 where name = 'change'");
    for (const app of ['', '*', 'é', 'z', 'Z']) {
      fillRow(db, 'app_usage', { day: 86_400_000, appID: app, country: 'US', ok: 2n ** 60n });
    }
    db.exec("update app_user set needsApproval = 'on'; update app set iconHash = 'a'");
    db.exec("update app_user set email = 'Ada@example.com', emailKey = 'ada@example.com'");
    db.exec(
      "update change set batch = 'batch.id', viaKey = 'k', viaName = 'Nightly'; delete from finding",
    );
    db.exec('update app_list set requests7d = 12, allowed7d = 7; update bell_item set readAt = 1');
    db.exec('update kept_time set grantedRan = 1');
    db.exec(`insert into admin (id, email, emailKey, fullName, passwordHash, createdAt, enabled,
      passwordEndsAt, role, local, disabledBy)
      values ('off', 'off@b.c', 'off@b.c', 'Off', '', 1, 'off', 5, 'viewer', 'on', 'provider')`);
    db.exec(`insert into api_key (id, keyHash, kind, accountId, name, scopes, addresses, enabled, createdAt,
      endsAt, lastUsedAt, warnings) values ('k', 'h', 'admin', 'off', 'Nightly', 'read', '::1', 'off', 1, 2, 3, 1)`);
    db.exec(
      "update session set id = 's', address = '::1', device = 'Chrome on Windows', confirmedAt = 4, factorWriteUntil = 5",
    );
    db.exec("update session set way = 'oidc', isStrong = 'on', endsAt = 6");
    db.exec(`insert into factor (id, kind, accountId, method, name, secretSealed, lastStep, createdAt,
      confirmedAt, lastUsedAt, credentialId, publicKey, counter, transports, host, replacesPassword, challenge)
      values ('f', 'admin', 'off', 'totp', 'App', 'sealed', 7, 1, 2, 3, 'id', 'key', 4, 'usb', 'a.b', 'on', 'c')`);
    fillEmptyTables(db);
    columnsNotTried = columnsOfDefaults(db);
  });
});
afterAll(() => dataDir && rmSync(dataDir, { recursive: true, force: true }));

describe.skipIf(!hasPostgres())('npm run move-to-postgres', () => {
  beforeAll(async () => {
    target = await createPostgresDatabase();
    sql = postgres(target.url, { max: 1, onnotice: () => {} });
  });
  afterAll(async () => {
    await sql?.end();
    await target?.remove();
  });
  afterEach(() => {
    write((db) => db.exec("delete from change where actorName = 'too much'"));
  });

  it('leaves nothing behind when PostgreSQL refuses a row', async () => {
    write((db) => db.prepare(insertChange).run(0, 'too much', 'nul \0 inside'));
    const { status, stderr } = move();
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Nothing was moved\. .*\(22021\)$/);
    expect(stderr).not.toContain('\n');
    for (const table of ['app', 'app_list', 'app_user', 'icon', 'change']) {
      expect(await rowsOf(table), table).toBe(0);
    }
  });

  it('leaves nothing behind when it is killed', async () => {
    write((db) => {
      const insert = db.prepare(insertChange);
      for (let index = 0; index < 120_000; index += 1) insert.run(index, 'too much', 'killed');
    });
    const child = spawn(process.execPath, [file], { env: env(), stdio: ['ignore', 'pipe', 2] });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    for await (const chunk of child.stdout ?? []) {
      if (/change: 100,000 of/.test(String(chunk))) child.kill('SIGKILL');
    }
    await ended;
    expect(child.signalCode).toBe('SIGKILL');
    for (const table of ['app', 'app_list', 'change']) expect(await rowsOf(table), table).toBe(0);
  });

  it('refuses a directory that a server uses, that has no database, or another key', async () => {
    const server = await buildTestServer({ DATA_DIR: dataDir, SECRET_KEY: secretKey });
    expect(move().stderr).toMatch(/^Nothing was moved\. .* is in use: stop the server/);
    await server.close();
    const own = dataDir;
    dataDir = join(own, 'nothing');
    expect(move().stderr).toMatch(/^Nothing was moved\. There is no database in /);
    dataDir = own;
    write((db) => db.exec("insert into kysely_migration values ('9999-later', '2026')"));
    expect(move().stderr).toMatch(/^Nothing was moved\. The database is of a newer version/);
    write((db) => db.exec("update kysely_migration set name = '0000' where name like '9999%'"));
    write((db) => db.exec("delete from kysely_migration where name = '0000'"));
  });

  it('moves every row once, and a server works with them', async () => {
    expect(columnsNotTried).toEqual([]);
    const { status, stdout, stderr } = move();
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ {2}app {16} +3 {2}sha256 [0-9a-f]{16}$/m);
    const [app] = await sql`select note, "createdAt"::text as at from app`;
    expect(app).toEqual({ note: ugly, at: '9007199254740993' });
    const [icon] = await sql`select encode(bytes, 'hex') as hex from icon where hash like 'aa%'`;
    expect(icon?.hex).toMatch(/^000102.*fdfeff$/);

    // JavaScript cannot represent the large time exactly, so it is replaced.
    await sql`update app set "createdAt" = 1`;
    const server = await buildTestServer({ DATABASE_URL: target.url, SECRET_KEY: secretKey });
    try {
      const as = await server.signInAdmin();
      const search = await server.call('getAllApp', { as, query: { search: 'TIDE 🌊' } });
      expect(search.body.data).toMatchObject([{ appName: 'Tide 🌊 Clóck', userID: 'ada' }]);
      const users = await server.call('getUser', { as });
      expect(users.body.data[0].password).toBe(sampleUserForm().password);
      const added = await server.call('addApp', { as, body: sampleAppForm() });
      expect(added.body.data.version).toBeGreaterThan(5_000_000_000);
    } finally {
      await server.close();
    }
    expect(move().stderr).toMatch(
      /^Nothing was moved\. .* is not empty: it has rows in app_user, /,
    );
  });

  it('says that everything was moved if only the statistics failed', async () => {
    const another = await createPostgresDatabase();
    const open = await openDatabase({
      dataDir: '',
      postgres: { url: another.url, pool: 2, prepare: true },
    });
    await migrate(open.db);
    await open.close();
    const there = postgres(another.url, { max: 1, onnotice: () => {} });
    try {
      // PostgreSQL computes the expressions of an index again for its statistics.
      await there.unsafe(`create function fails_later(text) returns text immutable language plpgsql
        as $$ begin
          if current_query() = 'analyze' then raise 'no room for statistics'; end if;
          return $1;
        end $$`);
      await there.unsafe('create index on app (fails_later("appName"))');
      const { status, stdout, stderr } = move(another.url);
      expect(stderr).toMatch(
        /^Everything was moved, but .*: no room for statistics\nRun `analyze`/,
      );
      expect(stdout).toMatch(/Moved .* into the database of DATABASE_URL/);
      expect(status).toBe(0);
      const [apps] = await there`select count(*)::int as rows from app`;
      expect(apps?.rows).toBe(3);
    } finally {
      await there.end();
      await another.remove();
    }
  });
});
