import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '@adwarden/contract/routes';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, expect, test } from 'vitest';
import { damageDatabase } from './damage-database.ts';
import { killServers, type ServerProcess, startServer } from './server-process.ts';

/* What clients see after a server was killed during edits and started again without its database. */

const folders: string[] = [];
afterAll(() => {
  killServers();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The limit is one second; a busy machine gets half a second more. */
const mostBehindMs = 1_500;
/** With this number of apps, the journal becomes longer than its file several times. */
const apps = 12;

type Seen = { at: number; appName: string | null };
/** What clients saw of an app, with the times. An app with `goes` is deleted at the end; then it is null. */
type App = { appID: string; authToken: string; goes: boolean; seen: Seen[] };

const adsOf = ({ appID, authToken }: App) =>
  `${routes.getAds.path}?${new URLSearchParams({ appID, authToken })}`;

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
    server.child.kill('SIGKILL');
    killed = true;
    await Promise.all(editing);
  }
}

/** A server with some apps, and with last good ads that were written before these apps. */
async function serverWithApps() {
  const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-journal-kill-'));
  folders.push(dataDir);
  const server = await startServer({ DATA_DIR: dataDir });
  const as = await server.signIn();
  const lastGood = join(dataDir, 'ads.last-good');
  await expect.poll(() => existsSync(lastGood), { timeout: 15_000 }).toBe(true);
  const all: App[] = [];
  for (let index = 0; index < apps; index += 1) {
    const body = sampleAppForm({ appName: 'New' });
    const { body: made } = await server.ask('/apps/addApp', { method: 'POST', as, body });
    const { appID, authToken } = made.data;
    const seen = [{ at: performance.now(), appName: 'New' }];
    all.push({ appID, authToken, goes: index % 4 === 3, seen });
  }
  return { dataDir, lastGood, server, as, all };
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
  const journals = readdirSync(dataDir).filter((name) => name.includes('.journal-'));
  const expected = 'the one of the file, and one of a file that was being written';
  expect(journals.length, expected).toBeLessThan(3);
  await after.stop();
}

test.each([0, 1, 2])(
  'a killed server without its database answers from file and journal what clients saw a second before (%i)',
  async () => {
    const { dataDir, server, as, all } = await serverWithApps();
    const moment = pause(2_000 + Math.random() * 3_000);
    await expectKnown(dataDir, all, await editUntilKilled(server, as, all, moment));
  },
  180_000,
);

/** Resolves as soon as a file is made in its folder; rejects after a minute. */
async function isBegun(file: string): Promise<void> {
  const signal = AbortSignal.timeout(60_000);
  try {
    for await (const { filename } of watch(dirname(file), { signal })) {
      if (filename === basename(file)) return;
    }
  } catch (error) {
    throw new Error(`${basename(file)} was not made within a minute`, { cause: error });
  }
}

test('a journal that is longer than its file is merged into a new file, and a kill in between loses nothing', async () => {
  for (let tries = 0; tries < 5; tries += 1) {
    const { dataDir, lastGood, server, as, all } = await serverWithApps();
    await pause(mostBehindMs + 500);
    const unfinished = `${lastGood}.new`;
    const killedAt = await editUntilKilled(server, as, all, isBegun(unfinished));
    const isBetween = existsSync(unfinished);
    await expectKnown(dataDir, all, killedAt);
    if (isBetween) return;
  }
  expect.fail('each new file was whole before the kill came');
}, 400_000);

test('a damaged record loses only the changes of its app, and a server starts with the journal', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-journal-kill-'));
  folders.push(dataDir);
  const server = await startServer({ DATA_DIR: dataDir });
  const as = await server.signIn();
  const lastGood = join(dataDir, 'ads.last-good');
  await expect.poll(() => existsSync(lastGood), { timeout: 15_000 }).toBe(true);
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
  server.child.kill('SIGKILL');
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
