import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import {
  createPostgresDatabase,
  hasPostgres,
  type PostgresDatabase,
} from '../databases/postgres-database.ts';
import { buildTestServer } from '../servers/build-test-server.ts';
import { urlOfPostgres } from '../servers/resources.ts';
import { bare, killServers, startServer } from '../servers/server-process.ts';

/* Starts that fail, mostly with PostgreSQL: the message is one line that names the setting and contains no password. */

const main = built('main');
const secret = 'sesame-9';
const secretKey = 'd'.repeat(64);
const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-start-'));
afterAll(() => {
  killServers();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the server and returns its message when it refuses to start. */
function start(environment: Record<string, string>, cwd = dataDir): Promise<string> {
  const env = {
    ...bare,
    PORT: '0',
    DATA_DIR: dataDir,
    SECRET_KEY: secretKey,
    LOG_LEVEL: 'silent',
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [main],
      { env: { ...env, ...environment }, cwd, timeout: 60_000 },
      (_, stdout, stderr) => {
        const lines = `${stdout}${stderr}`.trim().split('\n');
        resolve(lines.length === 1 ? String(lines[0]) : `${lines.length} lines: ${lines[0]}`);
      },
    );
  });
}

describe('a start without an administrator is refused', () => {
  it('a common ADMIN_PASSWORD', async () => {
    const place = { DATA_DIR: join(dataDir, 'common') };
    const line = await start({ ...place, ADMIN_PASSWORD: 'Password1' });
    expect(line).toMatch(/^adwarden cannot start: ADMIN_PASSWORD is among the most common ones/);
    const own = { ADMIN_NAME: 'Ada Harbour', ADMIN_PASSWORD: 'ada-harbour' };
    expect(await start({ ...place, ...own })).toMatch(/: ADMIN_PASSWORD must not be the name/);
  });
});

/*
 * The refusals of settings are in server/src/settings.refusals.test.ts. One real start for each kind shows that a refusal ends the
 * start, with one line and without a secret.
 */
it.each<[string, Record<string, string>]>([
  ['ADMIN_NAME must not contain invisible characters', { ADMIN_NAME: 'Ada\u202e Harbour' }],
  ['SMTP_URL must be smtp:// or smtps://', { SMTP_URL: `smtp://ada:%zz${secret}@mail` }],
  ['DATABASE_URL must begin with postgres:', { DATABASE_URL: `mysql://ada:${secret}@db/x` }],
  ['EDGE_KEYS must be 32 bytes', { EDGE_KEYS: secret }],
])('a start is refused by a setting, before anything is made: %s', async (words, environment) => {
  const folder = join(dataDir, 'settings');
  const line = await start({ DATA_DIR: folder, ...environment });
  expect(line).toContain(`adwarden cannot start: ${words}`);
  expect(line).not.toContain(secret);
  expect(existsSync(folder)).toBe(false);
});

describe('a start without a database', () => {
  it('is refused when its address is no URL', async () => {
    const line = await start({ DATABASE_URL: `postgres://ada:${secret}@[db/x` });
    expect(line).toMatch(/^adwarden cannot start: DATABASE_URL cannot be used: /);
    expect(line).not.toContain(secret);
  });
});

describe('a start whose .env is wrong', () => {
  it.each([
    ['.env cannot be read: EISDIR', (file: string) => mkdirSync(file)],
    ['.env: line 2 is not NAME=VALUE', (file: string) => writeFileSync(file, `PORT=0\n${secret}`)],
  ])('is refused, and touches no embedded database: %s', async (words, make) => {
    const folder = mkdtempSync(join(dataDir, 'env-'));
    make(join(folder, '.env'));
    const line = await start({ DATA_DIR: join(folder, 'data') }, folder);
    expect(line).toMatch(new RegExp(`^adwarden cannot start: ${words}`));
    expect(line).not.toContain(secret);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});

describe('a start whose folder or port is not what was meant', () => {
  it.each([
    ['DATA_DIR', 'file/x'],
    ['MMDB_FILE', 'nowhere.mmdb'],
  ])('takes ~ in %s for the home of its user, and refuses ~somebody', async (name, path) => {
    const home = mkdtempSync(join(dataDir, 'home-'));
    writeFileSync(join(home, 'file'), '');
    const place = { DATA_DIR: join(home, 'data'), HOME: home };
    const line = await start({ ...place, ADMIN_PASSWORD: 'harbour-lights-9', [name]: `~/${path}` });
    expect(line).toContain(join(home, path));
    expect(await start({ [name]: '~ada/x' })).toMatch(
      new RegExp(`^adwarden cannot start: ${name} must not begin with the home of somebody else`),
    );
  });

  it('names the port and the host', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const at = { DATA_DIR: join(dataDir, 'port'), PORT: String(port) };
    for (const WORKERS of ['1', '2']) {
      await expect(startServer({ ...at, WORKERS })).rejects.toThrow(
        `adwarden cannot start: PORT ${port} is in use by another program (HOST 127.0.0.1)`,
      );
    }
    await expect(startServer({ ...at, HOST: '192.0.2.1' })).rejects.toThrow(
      'adwarden cannot start: HOST 192.0.2.1 is not an address of this machine',
    );
    // Otherwise the first administrator would be made, and the next start would not show the password.
    expect(existsSync(join(dataDir, 'port', 'adwarden.db'))).toBe(false);
    other.close();
  });

  it('warns of a name in the environment that is nearly a setting', async () => {
    const place = { DATA_DIR: join(dataDir, 'warned'), LOG_LEVEL: 'warn' };
    const server = await startServer({ ...place, ADS_MAXAGE: '5' });
    expect(server.output()).toContain('ADS_MAXAGE is no setting; is ADS_MAX_AGE meant?');
    await server.stop();
  });
});

describe.skipIf(!hasPostgres())('a start on PostgreSQL', () => {
  let database: PostgresDatabase;
  let sql: postgres.Sql;
  beforeAll(async () => {
    database = await createPostgresDatabase();
    sql = postgres(database.url, { max: 1, onnotice: () => {} });
  });
  afterAll(async () => {
    await sql?.end();
    await database?.remove();
  });

  it('is refused when the database is missing', async () => {
    const url = new URL(await urlOfPostgres());
    Object.assign(url, { pathname: '/not_there', password: secret });
    const line = await start({ DATABASE_URL: url.href });
    expect(line).toMatch(
      /^adwarden cannot start: DATABASE_URL cannot be used: 3D000: database "not_there" does not/,
    );
    expect(line).not.toContain(secret);
  });

  it('is refused for a wrong password', async () => {
    await sql`create role locked login password 'another-one'`;
    const [hba] = await sql`show hba_file`;
    // All other users keep their access.
    await sql.unsafe(`copy (values ('host all locked all scram-sha-256'), ('host all all all trust'))
      to '${hba?.hba_file}'`);
    await sql`select pg_reload_conf()`;
    const url = Object.assign(new URL(database.url), { username: 'locked', password: secret });
    const line = await start({ DATABASE_URL: url.href });
    expect(line).toMatch(
      /^adwarden cannot start: DATABASE_URL cannot be used: 28P01: password auth/,
    );
    expect(line).not.toContain(secret);
  });

  it('is refused when nobody could sign in', async () => {
    const line = await start({ DATABASE_URL: database.url });
    expect(line).toMatch(/^adwarden cannot start: ADMIN_PASSWORD must be set/);
  });

  it('by two nodes at once makes one schema and one administrator', async () => {
    const shared = await createPostgresDatabase();
    const place = { DATABASE_URL: shared.url, SECRET_KEY: secretKey };
    const nodes = await Promise.all([buildTestServer(place), buildTestServer(place)]);
    try {
      const [one, other] = nodes;
      const admin = await one.signInAdmin();
      expect((await other.call('getCategory', { as: admin })).status).toBe(200);
      const { db } = one;
      const admins = await db.selectFrom('admin').select('email').execute();
      expect(admins).toHaveLength(1);
      const entries = await db.selectFrom('change').select('key').execute();
      expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
    } finally {
      await Promise.all(nodes.map((node) => node.close()));
      await shared.remove();
    }
  });

  it('is refused by a database of a newer version', async () => {
    const open = await openDatabase({
      dataDir,
      postgres: { url: database.url, pool: 2, prepare: true },
    });
    await migrate(open.db);
    await open.close();
    await sql`insert into kysely_migration values ('9999-later', '2026')`;
    const line = await start({ DATABASE_URL: database.url });
    expect(line).toMatch(/^adwarden cannot start: The database is of a newer version.*9999-later/);
  });
});
