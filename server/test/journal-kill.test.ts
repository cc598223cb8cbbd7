import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, expect, test } from 'vitest';
import { damageDatabase } from './damage-database.ts';
import { type App, adsOf, endAll, killOnce, serverWithLastGood } from './journal-kills.ts';
import { startServer } from './server-process.ts';

/* What clients see after a server was killed during edits and started again without its database. */

afterAll(endAll);

test('a killed server without its database answers from file and journal what clients saw a second before', async () => {
  await killOnce();
}, 180_000);

test('a damaged record loses only the changes of its app, and a server starts with the journal', async () => {
  const { dataDir, server, as } = await serverWithLastGood();
  const all: App[] = [];
  for (const appName of ['First', 'Second', 'Third']) {
    const body = sampleAppForm({ appName });
    const { body: made } = await server.ask('/apps/addApp', { method: 'POST', as, body });
    all.push({ ...made.data, goes: false, seen: [] });
    await pause(600);
  }
  const name = () => readdirSync(dataDir).find((one) => one.includes('.journal-')) ?? '';
  await expect
    .poll(() => readFileSync(join(dataDir, name())).includes('Third'), { timeout: 10_000 })
    .toBe(true);
  await server.kill();
  const journal = join(dataDir, name());
  const bytes = readFileSync(journal);
  bytes.write('Sxcond', bytes.indexOf('Second'));
  writeFileSync(journal, bytes);
  damageDatabase(dataDir);
  const after = await startServer({ DATA_DIR: dataDir });
  expect((await after.ask('/readyz')).body).toMatchObject({ status: 'degraded' });
  const statuses = await Promise.all(all.map(async (app) => (await after.ask(adsOf(app))).status));
  expect(statuses, 'it may be newer than what is kept: 503').toEqual([200, 503, 200]);
  await after.stop();
}, 60_000);
