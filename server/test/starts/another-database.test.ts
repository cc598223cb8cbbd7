import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import sqlOf from 'postgres';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import { type Postgres, startPostgres } from '../../../deploy/programs/postgres.ts';
import { createPostgresDatabase, hasPostgres } from '../databases/postgres-database.ts';
import { buildTestServer } from '../servers/build-test-server.ts';
import { bare, killServers, type ServerProcess, startServer } from '../servers/server-process.ts';

/* A data folder belongs to one database: another one is refused, unless somebody says that it is meant. */

const soon = { interval: 50 };
const SECRET_KEY = 'e'.repeat(64);
// Each test starts several processes.
afterAll(killServers);

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-another-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes a new empty database, which is removed after the test. */
async function newDatabase(): Promise<string> {
  const { url, remove } = await createPostgresDatabase();
  onTestFinished(remove);
  return url;
}

async function query(url: string, text: string) {
  const sql = sqlOf(url, { max: 1, onnotice: () => {} });
  return sql.unsafe(text).finally(() => sql.end());
}

const idIn = (folder: string) => readFileSync(join(folder, 'database-id'), 'utf8');

function run(name: string, env: Record<string, string>, ...given: string[]) {
  const file = built(`cli/${name}`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...given], {
    env: { ...bare, ...env },
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}` };
}

async function addApp(server: ServerProcess) {
  const as = await server.signIn();
  const app = { method: 'POST', as, body: sampleAppForm() };
  const { body, text } = await server.ask('/apps/addApp', app);
  expect(body?.data?.appID, text).toBeTruthy();
  return `/api/getAds?appID=${body.data.appID}&authToken=${body.data.authToken}`;
}

const statusOf = (server: ServerProcess, path: string) => async () =>
  (await server.ask(path)).status;

/** Starts a server in this process and stops it. Refused starts are tried with a process of their own. */
const startOnce = async (environment: Record<string, string>) =>
  (await buildTestServer(environment)).close();

describe('the embedded database', () => {
  it('is refused when it is gone, until the file that remembers it is removed', async () => {
    const DATA_DIR = newFolder();
    await startOnce({ DATA_DIR });
    const database = join(DATA_DIR, 'adwarden.db');
    for (const end of ['', '-wal', '-shm']) rmSync(`${database}${end}`, { force: true });
    const file = join(DATA_DIR, 'database-id');
    await expect(startServer({ DATA_DIR })).rejects.toThrow(
      `adwarden cannot start: The embedded database is empty: DATA_DIR ${DATA_DIR} belongs to another embedded database: if this one is meant, remove ${file}\n`,
    );
    rmSync(file);
    await startOnce({ DATA_DIR });
  });

  it('is accepted after a restore from another installation', async () => {
    const [DATA_DIR, other] = [newFolder(), newFolder()];
    await startOnce({ DATA_DIR });
    await startOnce({ DATA_DIR: other, SECRET_KEY });
    const backup = join(other, 'copy.db');
    expect(run('backup', { DATA_DIR: other }, backup).status).toBe(0);
    expect(run('restore', { DATA_DIR }, backup)).toMatchObject({ status: 0 });
    await startOnce({ DATA_DIR, SECRET_KEY });
    expect(idIn(DATA_DIR)).toBe(idIn(other));
  });
});

describe.skipIf(!hasPostgres())('with PostgreSQL', () => {
  it('a start without DATABASE_URL is refused, and makes no database', async () => {
    const DATA_DIR = newFolder();
    const DATABASE_URL = await newDatabase();
    await startOnce({ DATA_DIR, DATABASE_URL, SECRET_KEY });
    const words = `DATABASE_URL is not set, so this would be the embedded database, but DATA_DIR ${DATA_DIR} belongs to a PostgreSQL database: if this one is meant, remove ${DATA_DIR}/database-id`;
    await expect(startServer({ DATA_DIR, SECRET_KEY })).rejects.toThrow(words);
    await expect(startServer({ DATA_DIR, SECRET_KEY, WORKERS: '2' })).rejects.toThrow(words);
    expect(run('admin', { DATA_DIR }, 'list')).toEqual({ status: 1, output: `${words}\n` });
    expect(run('restore', { DATA_DIR }, '/dev/null').output).toContain(words);
    expect(existsSync(join(DATA_DIR, 'adwarden.db'))).toBe(false);
  });

  it('another database is refused and stays as it is, until somebody says that it is meant', async () => {
    const DATA_DIR = newFolder();
    const place = { DATA_DIR, SECRET_KEY };
    await startOnce({ ...place, DATABASE_URL: await newDatabase() });
    const DATABASE_URL = await newDatabase();
    await expect(startServer({ ...place, DATABASE_URL })).rejects.toThrow(
      `The database of DATABASE_URL is empty: DATA_DIR ${DATA_DIR} belongs to another PostgreSQL database: if this`,
    );
    expect(run('migrate', { ...place, DATABASE_URL }).output).toContain('DATABASE_URL is empty');
    const tables = "select 1 from information_schema.tables where table_schema = 'public'";
    expect(await query(DATABASE_URL, tables)).toHaveLength(0);

    const own = newFolder();
    await startOnce({ DATA_DIR: own, SECRET_KEY, DATABASE_URL });
    await expect(startServer({ ...place, DATABASE_URL })).rejects.toThrow(
      'The database of DATABASE_URL is not the one of the last start: ',
    );
    rmSync(join(DATA_DIR, 'database-id'));
    await startOnce({ ...place, DATABASE_URL });
    expect(idIn(DATA_DIR)).toBe(idIn(own));
  });

  it('nodes with a folder each share a database, also when it is restored from an older version', async () => {
    const DATABASE_URL = await newDatabase();
    const nodes = [newFolder(), newFolder()].map((DATA_DIR) => ({
      DATA_DIR,
      DATABASE_URL,
      SECRET_KEY,
    }));
    const start = () => Promise.all(nodes.map(startOnce));
    await start();
    const ids = nodes.map(({ DATA_DIR }) => idIn(DATA_DIR));
    expect(ids[0]).toMatch(/^postgres [0-9a-f]{32}\n$/);
    await query(DATABASE_URL, "delete from meta where name = 'database'");
    expect(run('migrate', nodes[0] ?? {}, '--new-epoch')).toMatchObject({ status: 0 });
    await start();
    expect(nodes.map(({ DATA_DIR }) => idIn(DATA_DIR))).toEqual([ids[0], ids[0]]);
  });

  it('is accepted after the move of the embedded database, and only then', async () => {
    const DATA_DIR = newFolder();
    const DATABASE_URL = await newDatabase();
    const place = { DATA_DIR, SECRET_KEY };
    const before = await startServer(place);
    const ads = await addApp(before);
    await before.stop();
    await expect(startServer({ ...place, DATABASE_URL })).rejects.toThrow(
      `belongs to another embedded database (npm run move-to-postgres copies it)`,
    );
    expect(run('move-to-postgres', { ...place, DATABASE_URL })).toMatchObject({ status: 0 });
    const after = await startServer({ ...place, DATABASE_URL });
    await expect.poll(statusOf(after, ads), soon).toBe(200);
    await after.stop();
    await expect(startServer(place)).rejects.toThrow('DATABASE_URL is not set');
  });
});

describe.skipIf(!hasPostgres())('a database that comes back as another one', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.remove());

  it('is not used: the last good ads stay, and /readyz says why', async () => {
    const place = { DATA_DIR: newFolder(), DATABASE_URL: postgres.url, SECRET_KEY };
    const server = await startServer(place);
    const ads = await addApp(server);
    await expect.poll(() => existsSync(join(place.DATA_DIR, 'ads.last-good.db')), soon).toBe(true);
    // Then the ads process has the app, and writes it at the end.
    await expect.poll(statusOf(server, ads), soon).toBe(200);
    await server.stop();
    await query(
      postgres.url,
      `update meta set value = '${'0'.repeat(32)}' where name = 'database'`,
    );
    await query(postgres.url, 'delete from app');
    await postgres.kill();
    const again = await startServer(place);
    await postgres.start();
    const reason = async () => (await again.ask('/readyz')).body.reason;
    await expect.poll(reason, soon).toContain('is not the one of the last start');
    expect((await again.ask(ads)).status, 'ads go on').toBe(200);
    await again.stop();
  });
});
