import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathOf } from '@adwarden/contract/call';
import { calls } from '@adwarden/contract/calls';
import type { SystemCheck } from '@adwarden/contract/doctor';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import postgres from 'postgres';
import { afterAll, describe, expect, test } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import { type Line, openLine } from '../../../deploy/programs/line.ts';
import {
  createPostgresDatabase,
  hasPostgres,
  type PostgresDatabase,
} from '../databases/postgres-database.ts';
import { dumpPostgres } from '../releases/dump-postgres.ts';
import { adminEmail, adminPassword } from '../servers/calls.ts';
import { type Ask, askAnew, type Processes, startProcesses } from '../servers/processes.ts';
import { runCommand } from '../servers/run-command.ts';

/*
 * The rehearsal of docs/operate.md, "A machine is lost": a machine with the office is gone for good, its backup is restored
 * on a new one, and an edge that phones ask comes back to it.
 */

const key = Buffer.alloc(32, 6).toString('base64');
const secretKey = Buffer.alloc(32, 8).toString('base64');
const folder = mkdtempSync(join(tmpdir(), 'adwarden-lost-machine-'));
const started: Processes[] = [];
const databases: PostgresDatabase[] = [];
const lines: Line[] = [];

afterAll(async () => {
  for (const line of lines) line.close();
  await Promise.all(started.map((one) => one.remove()));
  await Promise.all(databases.map((one) => one.remove()));
  rmSync(folder, { recursive: true, force: true });
});

type Settings = Record<string, string>;

/** The commands of one database: settings of a new machine, a backup, and its restore on a machine that is empty. */
type Store = {
  settings: () => Promise<Settings>;
  backUp: (settings: Settings) => Promise<void>;
  restore: (settings: Settings) => Promise<void>;
};

let folders = 0;
const newFolder = () => {
  folders += 1;
  return join(folder, `machine-${folders}`);
};

async function command(name: string, args: string[], settings: Settings): Promise<void> {
  const env = { SECRET_KEY: secretKey, ...settings };
  const { status, stdout, stderr } = await runCommand(built(`cli/${name}`), args, { env });
  expect(status, `${name}: ${stdout} ${stderr}`).toBe(0);
}

function onSqlite(): Store {
  const file = join(folder, 'backup.db');
  return {
    settings: async () => ({ DATA_DIR: newFolder() }),
    backUp: (settings) => command('backup', [file], settings),
    restore: (settings) => command('restore', [file], settings),
  };
}

function onPostgres(): Store {
  let dump = '';
  return {
    async settings() {
      const database = await createPostgresDatabase();
      databases.push(database);
      return { DATA_DIR: newFolder(), DATABASE_URL: database.url };
    },
    async backUp({ DATABASE_URL = '' }) {
      dump = await dumpPostgres(DATABASE_URL);
    },
    async restore(settings) {
      const sql = postgres(settings.DATABASE_URL ?? '', { max: 1, onnotice: () => {} });
      await sql.unsafe(dump);
      await sql.end();
      await command('migrate', ['--new-epoch'], settings);
    },
  };
}

type App = { appID: string; authToken: string };

async function signIn(office: string) {
  const body = { email: adminEmail, password: adminPassword };
  const signedIn = await askAnew(office + pathOf(calls.adminSignIn), { method: 'POST', body });
  expect(signedIn.status, signedIn.text).toBe(200);
  const bearer = signedIn.body.token;
  return (path: string, how: Ask = {}) => askAnew(office + path, { bearer, ...how });
}
type Call = Awaited<ReturnType<typeof signIn>>;

async function addApp(call: Call, appName: string): Promise<App> {
  const body = { ...sampleAppForm(), appName };
  return (await call(pathOf(calls.addApp), { method: 'POST', body })).body.data as App;
}

async function requestsOf(call: Call, { appID }: App): Promise<number> {
  const { body } = await call(pathOf(calls.getAppUsage, appID));
  return (body.data as { total: { ok: number } }).total.ok;
}

/** Asks an edge for the ads of an app, like a phone. */
async function askAds(edge: string, { appID, authToken }: App) {
  const path = `${pathOf(calls.getAds)}?${new URLSearchParams({ appID, authToken })}`;
  const { status, body } = await askAnew(edge + path);
  return status === 200 ? (body.data as { appName: string }).appName : status;
}

/** Asks the edge for the ads of an app all the time, and keeps each answer that differs from the one before. */
function askAllTheTime(edge: string, app: App) {
  const answers: unknown[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const answer = await askAds(edge, app).catch((error) => String(error));
      if (answers.at(-1) !== answer) answers.push(answer);
      await pause(20);
    }
  })();
  return {
    answers,
    async end() {
      isOver = true;
      await asking;
    },
  };
}

describe.each([
  ['SQLite', onSqlite],
  ['PostgreSQL', onPostgres],
] as const)('a machine with %s is lost', (name, open) => {
  test('phones keep their ads, the edge comes back, and all counts are there', async (context) => {
    if (name === 'PostgreSQL' && !hasPostgres()) context.skip();
    const store = open();
    const start = (environment: Settings) => {
      const one = startProcesses({ WORKERS: '1', SECRET_KEY: secretKey, ...environment });
      started.push(one);
      return one;
    };

    const settings = await store.settings();
    const first = start({ EDGE_KEYS: key, ...settings });
    const office = await first.ready;
    const line = await openLine(Number(new URL(office).port));
    lines.push(line);
    const call = await signIn(office);
    const [seen, counted] = [await addApp(call, 'Before'), await addApp(call, 'Counted')];
    const edge = await start({
      ROLE: 'ads',
      EDGE_KEY: key,
      EDGE_NAME: 'oslo-1',
      OFFICE_URL: line.url,
      DATA_DIR: newFolder(),
    }).ready;
    let answered = 0;
    const count = async (requests: number) => {
      for (let request = 0; request < requests; request += 1) {
        if ((await askAds(edge, counted)) === 'Counted') answered += 1;
      }
      return answered;
    };
    await expect.poll(() => count(1)).toBe(1);
    const phone = askAllTheTime(edge, seen);
    await count(9);
    await expect.poll(() => requestsOf(call, counted)).toBe(10);

    await store.backUp(settings);
    const path = pathOf(calls.updateApp, seen.appID);
    await call(path, { method: 'PUT', body: { appName: 'After the backup' } });
    await expect.poll(() => phone.answers.at(-1)).toBe('After the backup');

    process.kill(first.office() ?? 0, 'SIGSTOP'); // so that it writes nothing more
    for (const pid of [first.pid, first.office() ?? 0, ...first.ads()])
      process.kill(pid, 'SIGKILL');
    await first.ended;
    line.cut();
    rmSync(settings.DATA_DIR ?? '', { recursive: true });
    await count(7);

    const renewed = await store.settings();
    await store.restore(renewed);
    const office2 = await start({ EDGE_KEYS: key, ...renewed }).ready;
    line.open(Number(new URL(office2).port));
    await expect.poll(() => phone.answers.at(-1)).toBe('Before');
    const callAgain = await signIn(office2);
    await expect.poll(() => requestsOf(callAgain, counted)).toBe(17);
    await callAgain(path, { method: 'PUT', body: { appName: 'On the new machine' } });
    await expect.poll(() => phone.answers.at(-1)).toBe('On the new machine');
    await phone.end();
    expect(phone.answers, 'no phone was refused').toEqual([
      'Before',
      'After the backup',
      'Before',
      'On the new machine',
    ]);

    expect(JSON.parse((await askAnew(`${edge}/readyz`)).text)).toMatchObject({ status: 'ready' });
    const edges = async () => (await callAgain(pathOf(calls.getEdges))).body.data;
    await expect.poll(edges).toEqual([expect.objectContaining({ state: 'following' })]);
    const checks = (await callAgain(pathOf(calls.getSystemChecks))).body.data as SystemCheck[];
    expect(checks.filter(({ state }) => state === 'error')).toEqual([]);
  });
});
