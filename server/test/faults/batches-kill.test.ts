import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/open-database.ts';
import { writeManyApps } from '../databases/many-apps.ts';
import { onPostgres } from '../databases/on-postgres.ts';
import { expectOnce } from '../servers/expect-once.ts';
import { killServers, type ServerProcess, startServer } from '../servers/server-process.ts';

/* A process is killed in the middle of a batch. Another one goes on, and every app is changed exactly once. */

const count = 800;
const killedAfter = 100;
const withinMs = 90_000;

/** Starts a batch over all apps and returns its id and the session. */
async function startBatch(server: ServerProcess): Promise<{ id: string; as: string }> {
  const as = await server.signIn();
  const body = { select: { where: {} }, change: { set: { adsStatus: 'off' } } };
  const preview = await server.ask('/batches/preview', { method: 'POST', as, body });
  expect(preview.body.data, preview.text).toMatchObject({ changed: count });
  const { previewID } = preview.body.data;
  const started = await server.ask('/batches', { method: 'POST', as, body: { previewID } });
  expect(started.status, started.text).toBe(200);
  return { id: started.body.data.batch.id, as };
}

async function until(server: ServerProcess, batch: { id: string; as: string }, least: number) {
  const until = Date.now() + withinMs;
  for (;;) {
    const { body, text } = await server.ask(`/batches/${batch.id}`, { as: batch.as });
    const found = body?.data?.batch;
    expect(found, text).toBeDefined();
    if (found.done >= least || Date.now() > until) return found;
    await pause(10);
  }
}

async function someApp(server: ServerProcess, as: string) {
  const { body } = await server.ask('/apps/getAllApp?page=0&pageSize=1', { as });
  return { id: body.data[0].appID as string, token: body.data[0].authToken as string };
}

const ended = { state: 'done', total: count, done: count, changed: count, skipped: 0, failed: 0 };

afterAll(() => killServers());

describe('a batch on the embedded database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-batch-kill-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('goes on after the process was killed and started again', async () => {
    const first = await startServer({ DATA_DIR: dataDir });
    await first.stop();
    const database = await openDatabase({ dataDir });
    await writeManyApps(database.db, count);
    await database.close();
    const second = await startServer({ DATA_DIR: dataDir });
    const batch = await startBatch(second);
    const { done } = await until(second, batch, killedAfter);
    await second.kill();
    expect(done, 'it was killed in between').toBeLessThan(count);
    const third = await startServer({ DATA_DIR: dataDir });
    expect(await until(third, batch, count)).toMatchObject(ended);
    const { id: appID, token } = await someApp(third, batch.as);
    const path = `/api/getAds?appID=${appID}&authToken=${token}`;
    const ads = async () => (await third.ask(path)).body.data;
    await expect.poll(ads).toMatchObject({ adsStatus: 'off', reason: 'ads-off' });
    await third.stop();
    const after = await openDatabase({ dataDir });
    await expectOnce(after.db, batch.id, count);
    await after.close();
  }, 150_000);
});

onPostgres('a batch on two nodes', (postgres) => {
  const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'adwarden-batch-nodes-')));
  const nodes: ServerProcess[] = [];
  beforeAll(async () => {
    const environment = { DATABASE_URL: postgres.url, SECRET_KEY: 'e'.repeat(64) };
    for (const DATA_DIR of folders) nodes.push(await startServer({ ...environment, DATA_DIR }));
    await writeManyApps(postgres.db, count);
  });
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it('goes on when the node that started it is killed', async () => {
    const [first, second] = nodes as [ServerProcess, ServerProcess];
    const batch = await startBatch(first);
    const { done } = await until(second, batch, killedAfter);
    await first.kill();
    expect(done, 'it was killed in between').toBeLessThan(count);
    expect(await until(second, batch, count)).toMatchObject(ended);
    await expectOnce(postgres.db, batch.id, count);
  }, 150_000);
});
