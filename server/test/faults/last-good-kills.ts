import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '@adwarden/contract/calls';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { expect } from 'vitest';
import { damageDatabase } from '../databases/damage-database.ts';
import { killServers, type ServerProcess, startServer } from '../servers/server-process.ts';

/* A server that is killed during edits and started again without its database, and its answers to clients before and after. */

const folders: string[] = [];

/** Ends all servers and removes their folders. */
export function endAll(): void {
  killServers();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/** The limit is one second; a busy machine gets half a second more. */
const mostBehindMs = 1_500;
const apps = 12;

type Seen = { at: number; appName: string | null };
/** The answers that clients saw of an app, with the times. An app with `goes` is deleted at the end; then the answer is null. */
type App = { appID: string; authToken: string; goes: boolean; seen: Seen[] };

/** Returns the address of an app's ads. */
const adsOf = ({ appID, authToken }: App) =>
  `${calls.getAds.path}?${new URLSearchParams({ appID, authToken })}`;

/** Changes, deletes and requests one app after the other until the server is gone. */
async function edit(server: ServerProcess, as: string, app: App, turn: number): Promise<void> {
  if (app.seen.at(-1)?.appName === null) return;
  const { appID } = app;
  if (app.goes && turn === 28) {
    const gone = await server.ask(`/apps/deleteApp/${appID}`, { method: 'DELETE', as });
    if (gone.status === 200) app.seen.push({ at: performance.now(), appName: null });
    return;
  }
  const path = `/apps/updateApp/${appID}`;
  await server.ask(path, { method: 'PUT', as, body: { appName: `Turn ${turn}` } });
  const { status, body } = await server.ask(adsOf(app));
  if (status === 200) app.seen.push({ at: performance.now(), appName: body.data.appName });
}

/** Edits until `moment` resolves, then kills the server and returns the time. */
async function editUntilKilled(
  server: ServerProcess,
  as: string,
  all: App[],
  moment: Promise<unknown>,
) {
  let killed = false;
  const editing = all.map(async (app, place) => {
    for (let turn = place; !killed; turn += 1) {
      await edit(server, as, app, turn).catch(() => {});
      await pause(5); // a deleted app makes no requests, and this loop would block the others
    }
  });
  try {
    await moment;
    return performance.now();
  } finally {
    const ended = server.kill();
    killed = true;
    await Promise.all([ended, ...editing]);
  }
}

/** Starts a server without apps, in a new folder, that has written its last good ads. */
async function serverWithLastGood() {
  const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-last-good-kill-'));
  folders.push(dataDir);
  const server = await startServer({ DATA_DIR: dataDir });
  const as = await server.signIn();
  const lastGood = join(dataDir, 'ads.last-good.db');
  await expect.poll(() => existsSync(lastGood)).toBe(true);
  return { dataDir, server, as };
}

/** Starts a server with some apps. It wrote its last good ads before it got them. */
async function serverWithApps() {
  const { dataDir, server, as } = await serverWithLastGood();
  const all: App[] = [];
  for (let index = 0; index < apps; index += 1) {
    const body = sampleAppForm({ appName: 'New' });
    const { body: made } = await server.ask('/apps/addApp', { method: 'POST', as, body });
    const { appID, authToken } = made.data;
    const seen = [{ at: performance.now(), appName: 'New' }];
    all.push({ appID, authToken, goes: index % 4 === 3, seen });
  }
  return { dataDir, server, as, all };
}

/** Starts the server without its database, and expects each app as a client saw it a second before, or newer. */
async function expectKnown(dataDir: string, all: App[], killedAt: number): Promise<void> {
  damageDatabase(dataDir);
  const after = await startServer({ DATA_DIR: dataDir });
  expect((await after.ask('/readyz')).body).toMatchObject({ status: 'degraded' });
  for (const app of all) {
    const { status, body } = await after.ask(adsOf(app));
    const answered = status === 200 ? (body.data.appName as string) : null;
    const known = app.seen.filter(({ at }) => at < killedAt - mostBehindMs).at(-1)?.appName;
    const told = `${app.appID}: ${JSON.stringify(app.seen.slice(-8))}, killed at ${killedAt}`;
    if (answered === null) {
      expect(app.seen.at(-1)?.appName === null || known === undefined, told).toBe(true);
    } else {
      const turn = (name: string | null | undefined) => Number(/\d+/.exec(name ?? '')?.[0] ?? 0);
      expect(known, told).not.toBe(null);
      expect(turn(answered), told).toBeGreaterThanOrEqual(turn(known));
    }
  }
  const names = readdirSync(dataDir).filter((name) => name.startsWith('ads.last-good'));
  expect(names, 'nothing half-written is left').toEqual(['ads.last-good.db']);
  await after.stop();
}

/**
 * Edits apps and kills the server at a random moment. Then starts it again, and expects the answers that clients saw a second
 * before the kill, or something newer.
 */
export async function killOnce(): Promise<void> {
  const { dataDir, server, as, all } = await serverWithApps();
  const moment = pause(2_000 + Math.random() * 3_000);
  await expectKnown(dataDir, all, await editUntilKilled(server, as, all, moment));
}
