import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathOf } from '@adwarden/contract/call';
import { calls } from '@adwarden/contract/calls';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, expect, test } from 'vitest';
import { damageDatabase } from '../databases/damage-database.ts';
import { killServers, type ServerProcess, startServer } from '../servers/server-process.ts';

/* A server that was killed, and starts without its database, still has the pauses. */

/** Two servers are started, and what is written to the disk is waited for. */
const patienceMs = 60_000;
const minuteMs = 60_000;

const folders: string[] = [];
afterAll(() => {
  killServers();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function post(server: ServerProcess, path: string, as: string, body: object) {
  const answer = await server.ask(path, { method: 'POST', as, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

/** Starts a server whose last good ads were written before it had two apps, one of them paused until `until`. */
async function serverWithPause(until?: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-pauses-'));
  folders.push(dataDir);
  const server = await startServer({ DATA_DIR: dataDir, ADS_MAX_AGE: '86400' });
  const as = await server.signIn();
  await expect.poll(() => existsSync(join(dataDir, 'ads.last-good.db'))).toBe(true);
  const add = () => post(server, pathOf(calls.addApp), as, sampleAppForm());
  const [paused, served] = [await add(), await add()];
  const form = { scope: 'app', value: paused.appID, reason: 'Kept ✨' };
  const more = until && { until: new Date(Date.now() + until).toISOString() };
  const { id } = await post(server, pathOf(calls.startPause), as, { ...form, ...more });
  return { dataDir, server, as, id, paused, served };
}

type App = { appID: string; authToken: string };
const adsPath = ({ appID, authToken }: App) =>
  `${calls.getAds.path}?${new URLSearchParams({ appID, authToken })}`;
async function reasonOf(server: ServerProcess, app: App) {
  const { status, body } = await server.ask(adsPath(app));
  return status === 200 ? body.data.reason : status;
}

async function killAndStartWithoutDatabase({
  dataDir,
  server,
}: {
  dataDir: string;
  server: ServerProcess;
}) {
  await wait(1_000); // the last good ads are at most a second behind
  await server.kill();
  damageDatabase(dataDir);
  const again = await startServer({ DATA_DIR: dataDir, ADS_MAX_AGE: '86400' });
  expect((await again.ask('/readyz')).body).toMatchObject({ status: 'degraded' });
  return again;
}

test(
  'a pause stays without the database, and so does its end',
  async () => {
    const before = await serverWithPause(60 * minuteMs);
    const { paused, served } = before;
    expect(await reasonOf(before.server, paused)).toBe('paused');
    const again = await killAndStartWithoutDatabase(before);
    expect(await reasonOf(again, paused)).toBe('paused');
    expect(await reasonOf(again, served)).toBe(null);
    const { headers } = await fetch(again.address + adsPath(paused));
    const [, seconds] = /max-age=(\d+)$/.exec(headers.get('cache-control') ?? '') ?? [];
    expect(Number(seconds) / 60, 'minutes until the end').toBeGreaterThan(50);
    expect(Number(seconds) / 60, 'minutes until the end').toBeLessThanOrEqual(60);
    await again.stop();
  },
  patienceMs,
);

test(
  'a pause that was ended does not come back',
  async () => {
    const before = await serverWithPause();
    await post(before.server, pathOf(calls.endPause, before.id), before.as, {});
    expect(await reasonOf(before.server, before.paused)).toBe(null);
    const again = await killAndStartWithoutDatabase(before);
    expect(await reasonOf(again, before.paused)).toBe(null);
    await again.stop();
  },
  patienceMs,
);

test(
  'a pause that was there before the last good ads were written stays, too',
  async () => {
    const before = await serverWithPause();
    const { dataDir, paused } = before;
    await before.server.stop();
    rmSync(join(dataDir, 'ads.last-good.db'));
    const server = await startServer({ DATA_DIR: dataDir, ADS_MAX_AGE: '86400' });
    await expect.poll(() => existsSync(join(dataDir, 'ads.last-good.db'))).toBe(true);
    const again = await killAndStartWithoutDatabase({ dataDir, server });
    expect(await reasonOf(again, paused)).toBe('paused');
    await again.stop();
  },
  patienceMs,
);
