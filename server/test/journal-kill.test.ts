import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '@adwarden/contract/routes';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, expect, test } from 'vitest';
import { killServers, type ServerProcess, startServer } from './server-process.ts';

/* A server that is killed in the middle of edits, and started without its database: what clients see then. */

const folders: string[] = [];
afterAll(() => {
  killServers();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The promise is one second; a busy machine gets half a second more. */
const mostBehindMs = 1_500;
/** With this many edits the journal outgrows its file several times. */
const apps = 12;

function damageDatabase(dataDir: string): void {
  const file = join(dataDir, 'adwarden.db');
  // SQLite would read what it needs from its own log.
  for (const log of ['-wal', '-shm']) rmSync(file + log, { force: true });
  writeFileSync(file, 'this is no database'.repeat(1000));
}

type Seen = { at: number; appName: string | null };
/** What a client saw of an app last, and everything before, with the time; null when it was deleted. */
type App = { appID: string; authToken: string; seen: Seen[] };

const adsOf = ({ appID, authToken }: App) =>
  `${routes.getAds.path}?${new URLSearchParams({ appID, authToken })}`;

/** Changes, deletes and asks one app after the other until the server is gone. */
async function edit(server: ServerProcess, as: string, app: App, turn: number): Promise<void> {
  if (app.seen.at(-1)?.appName === null) return;
  const { appID } = app;
  if (turn % 29 === 28) {
    const gone = await server.ask(`/apps/deleteApp/${appID}`, { method: 'DELETE', as });
    if (gone.status === 200) app.seen.push({ at: performance.now(), appName: null });
    return;
  }
  const path = `/apps/updateApp/${appID}`;
  await server.ask(path, { method: 'PUT', as, body: { appName: `Turn ${turn}` } });
  const { status, body } = await server.ask(adsOf(app));
  if (status === 200) app.seen.push({ at: performance.now(), appName: body.data.appName });
}

async function editUntilKilled(server: ServerProcess, as: string, all: App[], ms: number) {
  let killed = false;
  const editing = all.map(async (app, place) => {
    for (let turn = place; !killed; turn += 1) {
      await edit(server, as, app, turn).catch(() => {});
      await pause(5); // a deleted app asks nothing, and would keep the others from their turn
    }
  });
  await pause(ms);
  const at = performance.now();
  server.child.kill('SIGKILL');
  killed = true;
  await Promise.all(editing);
  return at;
}

test.each([0, 1, 2])(
  'a killed server answers from file and journal what clients saw a second before, without its database (%i)',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-journal-kill-'));
    folders.push(dataDir);
    const server = await startServer({ DATA_DIR: dataDir });
    const as = await server.signIn();
    const all: App[] = [];
    for (let index = 0; index < apps; index += 1) {
      const body = sampleAppForm({ appName: 'New' });
      const { body: made } = await server.ask('/apps/addApp', { method: 'POST', as, body });
      const { appID, authToken } = made.data;
      all.push({ appID, authToken, seen: [{ at: performance.now(), appName: 'New' }] });
    }
    const lastGood = join(dataDir, 'ads.last-good');
    await expect.poll(() => existsSync(lastGood), { timeout: 15_000 }).toBe(true);
    const killedAt = await editUntilKilled(server, as, all, 2_000 + Math.random() * 3_000);

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
    expect(
      journals.length,
      'the one of the file, and one of a file that was being written',
    ).toBeLessThan(3);
    await after.stop();
  },
  90_000,
);

test('a damaged journal costs the app whose record it was, and a server starts with it', async () => {
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
    all.push({ ...made.data, seen: [] });
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
