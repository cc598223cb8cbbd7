import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Postgres, startPostgres } from '../../../deploy/programs/postgres.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { migrations } from '../../src/db/migrations/index.ts';
import { hasPostgres } from '../databases/postgres-database.ts';
import { killServers, nobody, type ServerProcess, startServer } from '../servers/server-process.ts';

/* Starts where nothing exists yet, or where the data folder cannot be used. Nothing is made beforehand. */

const isRoot = process.getuid?.() === 0;
const soon = { interval: 50 };

afterAll(killServers);

/** Makes a new folder that everybody may enter, and that is removed after the test. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-nothing-'));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes the same, and everybody may make folders in it. */
function openFolder(): string {
  const folder = newFolder();
  chmodSync(folder, 0o777);
  return folder;
}

/** The user of the tests, and another one if that is allowed, who may not raise a priority. */
const users = [
  { name: 'this user', user: {} },
  ...(isRoot ? [{ name: 'another user at a low priority', user: { ...nobody, nice: 15 } }] : []),
];

async function addApp(server: ServerProcess) {
  const as = await server.signIn();
  const { body, text } = await server.ask('/apps/addApp', {
    method: 'POST',
    as,
    body: sampleAppForm(),
  });
  expect(body?.data?.appID, text).toBeTruthy();
  const { appID, authToken } = body.data;
  return `/api/getAds?appID=${appID}&authToken=${authToken}`;
}

const statusOf = (server: ServerProcess, path: string) => async () =>
  (await server.ask(path)).status;

describe('with the embedded database', () => {
  it.each(users)('makes the folder and its parents, as $name', async ({ user }) => {
    const dataDir = join(openFolder(), 'a', 'b', 'data');
    const server = await startServer({ DATA_DIR: dataDir }, undefined, user);
    const ads = await addApp(server);
    await expect.poll(statusOf(server, ads), soon).toBe(200);
    await server.stop();
    for (const name of ['secret.key', 'database-id', 'disk-reserve']) {
      expect(statSync(join(dataDir, name)).mode & 0o777, name).toBe(0o600);
    }
    const again = await startServer({ DATA_DIR: dataDir }, undefined, user);
    expect((await again.ask(ads)).status).toBe(200);
    await again.stop();
  });

  it('says in the log which program starts, and which migrations run', async () => {
    const place = { DATA_DIR: join(newFolder(), 'data'), LOG_LEVEL: 'info' };
    const environment = { ...place, ADWARDEN_COMMIT: '1a2b3c4d5e' };
    const linesOf = (server: ServerProcess) =>
      server
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line));
    const server = await startServer(environment);
    const [first, ...others] = linesOf(server);
    expect(first).toMatchObject({ version: packageJson.version, commit: '1a2b3c4d5e' });
    const ran = others.map(({ migration }) => migration).filter(Boolean);
    expect(ran).toEqual(Object.keys(migrations));
    const { version, commit } = (await server.ask('/readyz')).body;
    expect({ version, commit }).toEqual({ version: packageJson.version, commit: '1a2b3c4d5e' });
    await server.stop();
    const again = await startServer({ ...environment, WORKERS: '2' });
    expect(linesOf(again)[0]).toMatchObject({ commit: '1a2b3c4d5e' });
    expect(again.output()).not.toContain('migration');
    expect((await again.ask('/metrics')).text).toContain(
      `adwarden_build_info{version="${packageJson.version}",commit="1a2b3c4d5e"} 1`,
    );
    await again.stop();
  });

  it('refuses a folder below a file, and names the setting', async () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    const DATA_DIR = join(file, 'data');
    await expect(startServer({ DATA_DIR })).rejects.toThrow(
      `adwarden cannot start: DATA_DIR ${DATA_DIR} cannot be written: a part of the path is a file`,
    );
  });

  it.runIf(isRoot)('refuses a folder of somebody else', async () => {
    const DATA_DIR = join(newFolder(), 'data');
    mkdirSync(DATA_DIR, { mode: 0o755 });
    await expect(startServer({ DATA_DIR }, undefined, nobody)).rejects.toThrow(
      `DATA_DIR ${DATA_DIR} belongs to root, and nobody may not use it: chown nobody ${DATA_DIR}`,
    );
  });
});

describe.skipIf(!hasPostgres())('with PostgreSQL', () => {
  let postgres: Postgres;
  const place = (dataDir: string) => ({
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    SECRET_KEY: 'a'.repeat(64),
  });
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.remove());

  it.each(users)(
    'makes the folder, keeps the last good ads in it, and starts from them, as $name',
    async ({ user }) => {
      const dataDir = join(openFolder(), 'not', 'there', 'yet');
      const server = await startServer(place(dataDir), undefined, user);
      const ads = await addApp(server);
      await expect.poll(() => existsSync(join(dataDir, 'ads.last-good.db')), soon).toBe(true);
      await expect.poll(statusOf(server, ads), soon).toBe(200);
      await server.stop();
      await postgres.kill();
      const again = await startServer(place(dataDir), undefined, user);
      expect((await again.ask(ads)).status).toBe(200);
      expect((await again.ask('/readyz')).body).toMatchObject({ status: 'degraded' });
      await again.stop();
      await postgres.start();
    },
  );

  it('waits for the database when there are no last good ads', async () => {
    await postgres.kill();
    const server = await startServer(place(join(newFolder(), 'data')));
    const ready = await server.ask('/readyz');
    expect(ready.status).toBe(503);
    expect(ready.body.reason).toContain('waiting');
    const ads = await server.ask('/api/getAds?appID=a&authToken=b');
    expect(ads.status, 'phones ask again later').toBe(503);
    expect(await server.signIn(), 'nobody can sign in').toBeUndefined();
    await postgres.start();
    await expect.poll(statusOf(server, '/readyz'), soon).toBe(200);
    expect((await server.ask('/api/getAds?appID=a&authToken=b')).status).toBe(401);
    await addApp(server);
    await server.stop();
  });

  it('says in /readyz that the folder cannot be written', async () => {
    const folder = newFolder();
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const dataDir = join(file, 'data');
    const server = await startServer(place(dataDir));
    const ready = await server.ask('/readyz');
    expect(ready.status).toBe(503);
    expect(ready.body.reason).toBe(
      `DATA_DIR ${dataDir} cannot be written: a part of the path is a file: name another folder`,
    );
    expect(await server.signIn(), 'people can work meanwhile').toBeTruthy();
    await server.stop();
  });

  it.runIf(isRoot)('becomes ready when another user may write in the folder at last', async () => {
    const dataDir = join(newFolder(), 'data');
    mkdirSync(dataDir, { mode: 0o755 });
    const server = await startServer(place(dataDir), undefined, nobody);
    const ready = await server.ask('/readyz');
    expect(ready.status).toBe(503);
    expect(ready.body.reason).toContain('belongs to root, and nobody may not use it');
    chmodSync(dataDir, 0o777);
    await expect.poll(statusOf(server, '/readyz'), { interval: 200 }).toBe(200);
    await expect.poll(() => existsSync(join(dataDir, 'ads.last-good.db')), soon).toBe(true);
    await server.stop();
  });
});
