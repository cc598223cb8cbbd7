import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Postgres, startPostgres } from '../../deploy/programs/postgres.ts';
import { hasPostgres } from './postgres-database.ts';
import { killServers, nobody, type ServerProcess, startServer } from './server-process.ts';

/* Starts where nothing exists yet, or where the data folder cannot be used. Nothing is made beforehand. */

const isRoot = process.getuid?.() === 0;
const soon = { timeout: 20_000, interval: 50 };

afterAll(killServers);

/** A new folder that everybody may enter, and that is removed after the test. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-nothing-'));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

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
  it('makes the folder and its parents', async () => {
    const dataDir = join(newFolder(), 'a', 'b', 'data');
    const server = await startServer({ DATA_DIR: dataDir });
    const ads = await addApp(server);
    await expect.poll(statusOf(server, ads), soon).toBe(200);
    expect(existsSync(join(dataDir, 'secret.key'))).toBe(true);
    await server.stop();
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
      `DATA_DIR ${DATA_DIR} cannot be written: this user has no permission`,
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

  it('makes the folder, keeps the last good ads in it, and starts from them', async () => {
    const dataDir = join(newFolder(), 'not', 'there', 'yet');
    const server = await startServer(place(dataDir));
    const ads = await addApp(server);
    await expect.poll(() => existsSync(join(dataDir, 'ads.last-good')), soon).toBe(true);
    await expect.poll(statusOf(server, ads), soon).toBe(200);
    await server.stop();
    await postgres.kill();
    const again = await startServer(place(dataDir));
    expect((await again.ask(ads)).status).toBe(200);
    expect((await again.ask('/readyz')).body).toMatchObject({ status: 'degraded' });
    await again.stop();
    await postgres.start();
  });

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
      `DATA_DIR ${dataDir} cannot be written: a part of the path is a file`,
    );
    expect(await server.signIn(), 'people can work meanwhile').toBeTruthy();
    await server.stop();
  });

  it.runIf(isRoot)(
    'becomes ready when another user may write in the folder at last',
    async () => {
      const dataDir = join(newFolder(), 'data');
      mkdirSync(dataDir, { mode: 0o755 });
      const server = await startServer(place(dataDir), undefined, nobody);
      const ready = await server.ask('/readyz');
      expect(ready.status).toBe(503);
      expect(ready.body.reason).toContain('this user has no permission');
      chmodSync(dataDir, 0o777);
      await expect.poll(statusOf(server, '/readyz'), { timeout: 45_000, interval: 200 }).toBe(200);
      await expect.poll(() => existsSync(join(dataDir, 'ads.last-good')), soon).toBe(true);
      await server.stop();
    },
    90_000,
  );
});
