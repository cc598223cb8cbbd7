import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { calls } from '@adwarden/contract/calls';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import { childrenOf, lives } from '../../../deploy/programs/process-tree.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { writeManyApps } from '../databases/many-apps.ts';
import { createPostgresDatabase, hasPostgres } from '../databases/postgres-database.ts';
import { expectOnce } from '../servers/expect-once.ts';
import { runCommand } from '../servers/run-command.ts';
import { killServers, type ServerProcess, startServer } from '../servers/server-process.ts';

/* The files of a running server are deleted, moved away or replaced (ADR 63): it says so, and loses nothing more. */

// The limit is the subject of the test: 10 s.
const soon = { interval: 50 };
afterAll(killServers);
const manyApps = 800;

/** Makes a folder for one test, with the folders that it makes beside the data folder. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gone-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'data');
}

const ready = async (server: ServerProcess) => (await server.ask('/readyz')).body;
const add = (server: ServerProcess, as: string, appName: string) =>
  server.ask(calls.addApp.path, { method: 'POST', as, body: sampleAppForm({ appName }) });
const isSaved = async (server: ServerProcess, as: string, appName: string) =>
  (await add(server, as, appName)).status;
const names = async (server: ServerProcess, as: string) => {
  const { body } = await server.ask(calls.getAllApp.path, { as });
  return body.data.map(({ appName }: { appName: string }) => appName).sort();
};
const findings = async (server: ServerProcess, as: string) => {
  const { body } = await server.ask(`${calls.getFindings.path}?rule=files-gone`, { as });
  return body.data.map(({ detail }: { detail: string }) => detail);
};
const degraded = (reason: string) => ({ status: 'degraded', reason });
const lostMessage =
  'The server has lost the files of its database: nothing can be saved. The page System Check says more to administrators';

/** Starts a server with an app, and an administrator who is signed in. */
async function startWithApp(DATA_DIR: string, environment: Record<string, string> = {}) {
  const server = await startServer({ DATA_DIR, WORKERS: '2', ...environment });
  const as = await server.signIn();
  const { body } = await add(server, as, 'Before');
  const { appID, authToken } = body.data;
  const ads = `${calls.getAds.path}?${new URLSearchParams({ appID, authToken })}`;
  await expect.poll(async () => (await server.ask(ads)).status, soon).toBe(200);
  return { server, as, ads };
}

/** Starts another server with a folder that was saved, and returns its apps. */
async function appsIn(folder: string) {
  const server = await startServer({ DATA_DIR: folder });
  const found = await names(server, await server.signIn());
  await server.stop();
  return found;
}

describe('the data folder of the embedded database', () => {
  test('is deleted: said in words, nothing is acknowledged any more, and a copy can be saved', async () => {
    const dataDir = newFolder();
    const { server, as, ads } = await startWithApp(dataDir);
    rmSync(dataDir, { recursive: true });
    const gone = `DATA_DIR ${dataDir} is gone`;
    await expect.poll(() => ready(server), soon).toMatchObject(degraded(gone));
    await expect.poll(() => isSaved(server, as, 'Lost'), soon).toBe(503);
    expect((await add(server, as, 'Lost')).body.message).toBe(lostMessage);
    const pause = { method: 'POST', as, body: { scope: 'all', reason: 'Account in danger' } };
    expect((await server.ask(calls.startPause.path, pause)).status).toBe(503);
    await expect.poll(() => findings(server, as), soon).toEqual([`${gone}.`]);
    expect((await server.ask(ads)).status, 'ads go on').toBe(200);
    expect(existsSync(dataDir), 'no empty folder takes its place').toBe(false);

    const again = await server.signIn();
    const checks = (await server.ask(calls.getSystemChecks.path, { as: again })).body.data;
    expect(checks[0]).toMatchObject({ state: 'error', what: gone, call: 'saveCopy' });
    const saved = await server.ask(calls.saveCopy.path, { method: 'POST', as: again });
    expect(saved.status, saved.text).toBe(200);
    const { folder } = saved.body.data;
    expect(dirname(folder)).toBe(dirname(dataDir));

    const copy = join(dirname(dataDir), 'copy.db');
    const env = { DATA_DIR: dataDir };
    const command = await runCommand(built('cli/backup'), [copy], { env });
    expect(command).toMatchObject({ status: 0, stderr: '' });
    expect(command.stdout).toContain('the running server made this copy');
    expect(existsSync(`${copy}.secret.key`)).toBe(true);
    await server.stop();
    expect(await appsIn(folder)).toContain('Before');
    const restored = join(dirname(dataDir), 'restored');
    await runCommand(built('cli/restore'), [copy], { env: { DATA_DIR: restored } });
    renameSync(`${copy}.secret.key`, join(restored, 'secret.key'));
    expect(await appsIn(restored)).toContain('Before');
  });

  test('is moved away and comes back: it heals by itself, also after office and ads were killed', async () => {
    const dataDir = newFolder();
    const { server, as, ads } = await startWithApp(dataDir);
    const away = `${dataDir}.away`;
    renameSync(dataDir, away);
    await expect.poll(() => ready(server), soon).toMatchObject({ status: 'degraded' });
    await expect.poll(() => isSaved(server, as, 'Meanwhile'), soon).toBe(503);
    renameSync(away, dataDir);
    await expect.poll(() => ready(server), soon).toMatchObject({ status: 'ready' });
    await expect.poll(() => isSaved(server, as, 'After'), soon).toBe(200);
    await expect.poll(() => findings(server, as), soon).toEqual([]);

    renameSync(dataDir, away);
    const parent = server.child.pid ?? 0;
    const victims = childrenOf(parent, 'adwarden ').filter((pid) => pid !== parent);
    for (const pid of victims) process.kill(pid, 'SIGKILL');
    await expect.poll(() => victims.filter(lives)).toEqual([]);
    // No process knows the ads: phones wait, and nobody tells them that their app does not exist.
    await expect.poll(async () => (await server.ask('/readyz')).status, soon).toBe(503);
    expect((await server.ask(ads)).status).toBe(503);
    expect(existsSync(dataDir), 'nothing begins anew').toBe(false);
    renameSync(away, dataDir);
    await expect.poll(() => ready(server), soon).toMatchObject({ status: 'ready' });
    // Another process may load the ads a moment later than the one that is ready.
    await expect.poll(async () => (await server.ask(ads)).status, soon).toBe(200);
    expect(await names(server, await server.signIn())).toEqual(
      expect.arrayContaining(['After', 'Before']),
    );
    await server.stop();
  });

  test('is replaced by a copy of itself: what is saved goes into neither', async () => {
    const dataDir = newFolder();
    const { server, as } = await startWithApp(dataDir);
    renameSync(dataDir, `${dataDir}.old`);
    cpSync(`${dataDir}.old`, dataDir, { recursive: true });
    const words = `DATA_DIR ${dataDir} is another one than at the start`;
    await expect.poll(() => ready(server), soon).toMatchObject(degraded(words));
    await expect.poll(() => isSaved(server, as, 'Lost'), soon).toBe(503);
    await server.stop();
  });

  test.each(['', '-wal'])('has lost the file adwarden.db%s', async (ending) => {
    const dataDir = newFolder();
    const { server, as } = await startWithApp(dataDir);
    const file = join(dataDir, `adwarden.db${ending}`);
    rmSync(file);
    const words = `the file of the database ${file} is gone`;
    await expect.poll(() => ready(server), soon).toMatchObject(degraded(words));
    await expect.poll(() => isSaved(server, as, 'Lost'), soon).toBe(503);
    const saved = await server.ask(calls.saveCopy.path, { method: 'POST', as });
    await server.stop();
    expect(await appsIn(saved.body.data.folder)).toContain('Before');
  });

  test('is moved away while a batch runs: the batch waits, goes on, and changes each app once', async () => {
    const dataDir = newFolder();
    await (await startServer({ DATA_DIR: dataDir })).stop();
    const before = await openDatabase({ dataDir });
    await writeManyApps(before.db, manyApps);
    await before.close();
    const server = await startServer({ DATA_DIR: dataDir, WORKERS: '2' });
    const as = await server.signIn();
    const post = (path: string, body: object) => server.ask(path, { method: 'POST', as, body });
    const change = { select: { where: {} }, change: { set: { adsStatus: 'off' } } };
    const { previewID } = (await post(calls.previewBatch.path, change)).body.data;
    const { id } = (await post(calls.startBatch.path, { previewID })).body.data.batch;
    const batch = async () => (await server.ask(`/batches/${id}`, { as })).body.data.batch;
    for (let turn = 0; turn < 3; turn += 1) {
      renameSync(dataDir, `${dataDir}.away`);
      await expect.poll(() => ready(server), soon).toMatchObject({ status: 'degraded' });
      renameSync(`${dataDir}.away`, dataDir);
      await expect.poll(() => ready(server), soon).toMatchObject({ status: 'ready' });
    }
    await expect
      .poll(batch, { ...soon, timeout: 120_000 })
      .toMatchObject({ state: 'done', changed: manyApps, failed: 0 });
    await server.stop();
    const after = await openDatabase({ dataDir });
    await expectOnce(after.db, id, manyApps);
    await after.close();
  }, 180_000);

  test('keeps its copies for itself while nothing is lost', async () => {
    const dataDir = newFolder();
    const { server, as } = await startWithApp(dataDir);
    const refused = await server.ask(calls.saveCopy.path, { method: 'POST', as });
    expect(refused.status).toBe(409);
    await server.stop();
  });
});

describe.skipIf(!hasPostgres())('the data folder beside PostgreSQL', () => {
  test('is deleted: said in words, and what is saved is safe', async () => {
    const dataDir = newFolder();
    const database = await createPostgresDatabase();
    onTestFinished(() => database.remove());
    const environment = { DATABASE_URL: database.url, SECRET_KEY: 'd'.repeat(64) };
    const { server, as } = await startWithApp(dataDir, environment);
    rmSync(dataDir, { recursive: true });
    const gone = `DATA_DIR ${dataDir} is gone`;
    await expect.poll(() => ready(server), soon).toMatchObject(degraded(gone));
    await expect.poll(() => findings(server, as), soon).toEqual([`${gone}.`]);
    expect(await isSaved(server, as, 'Stored elsewhere')).toBe(200);
    await server.stop();
  });
});
