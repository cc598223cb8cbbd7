import {
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@adwarden/contract/calls';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, expect, test } from 'vitest';
import { killServers, type ServerProcess, startServer } from '../servers/server-process.ts';

/* The embedded database is damaged when a server starts: ads are served, and the database is used again after a repair. */

const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-outage-'));
const database = join(dataDir, 'adwarden.db');
const lastGood = join(dataDir, 'ads.last-good.db');
const start = () => startServer({ DATA_DIR: dataDir });
let ads = '';

afterAll(() => {
  killServers();
  rmSync(dataDir, { recursive: true, force: true });
});

async function addApp(server: ServerProcess, as: string, appName: string) {
  const body = sampleAppForm({ appName });
  const answer = await server.ask('/apps/addApp', { method: 'POST', as, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as { appID: string; authToken: string };
}

test('a server writes its last good ads, and only its user can read them', async () => {
  const server = await start();
  const { appID, authToken } = await addApp(server, await server.signIn(), 'Kept');
  ads = `${calls.getAds.path}?appID=${appID}&authToken=${authToken}`;
  await expect.poll(() => existsSync(lastGood)).toBe(true);
  expect(await server.stop(), 'it writes the last changes').toEqual([0, null]);
  expect(statSync(lastGood).mode & 0o777).toBe(0o600);
  expect(readFileSync(lastGood).includes('Kept')).toBe(true);
});

test('with a damaged database it serves them, refuses other calls, and recovers after a repair', async () => {
  renameSync(database, `${database}.sound`);
  writeFileSync(database, 'this is no database'.repeat(1000));
  const server = await start();
  expect((await server.ask('/readyz')).body).toMatchObject({ status: 'degraded', apps: 1 });
  expect((await server.ask('/readyz')).status).toBe(200);
  const answer = await server.ask(ads);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.data.appName).toBe('Kept');
  const credentials = { email: 'admin@example.com', password: 'harbour-lights-9' };
  const signIn = await server.ask('/admin/login', { method: 'POST', body: credentials });
  expect(signIn.status, signIn.text).toBe(503);
  expect(signIn.body).toMatchObject({ status: 'error', success: false });
  const read = await server.ask('/apps/getAllApp', { as: 'x'.repeat(43) });
  expect(read.status, 'nobody can tell whether the session is over').toBe(503);

  renameSync(`${database}.sound`, database);
  await expect.poll(async () => (await server.ask('/readyz')).body.status).toBe('ready');
  await addApp(server, await server.signIn(), 'After');
  await expect
    .poll(async () => (await server.ask('/readyz')).body)
    .toMatchObject({ status: 'ready', apps: 2 });
  await server.stop();
});

test('damaged last good ads are refused in one line, never served, and written again', async () => {
  const bytes = readFileSync(lastGood);
  bytes.write('Kegt', bytes.indexOf('Kept'));
  writeFileSync(lastGood, bytes);
  const again = await start();
  expect((await again.ask(ads)).body.data.appName, 'the database is asked').toBe('Kept');
  await expect.poll(() => readFileSync(lastGood).includes('Kegt')).toBe(false);
  await again.stop();
  writeFileSync(database, 'this is no database'.repeat(1000));
  writeFileSync(lastGood, bytes);
  await expect(start()).rejects.toThrow(/cannot start: .*ads\.last-good\.db is damaged\n$/);
  rmSync(lastGood);
  await expect(start()).rejects.toThrow(
    /cannot start: The database in .* cannot be used: its file is damaged: restore /,
  );
});
