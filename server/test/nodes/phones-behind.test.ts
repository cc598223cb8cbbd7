import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathOf } from '@adwarden/contract/call';
import { calls } from '@adwarden/contract/calls';
import { notOnPhones } from '@adwarden/contract/envelope';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { childrenOf } from '../../../deploy/programs/process-tree.ts';
import { peerField } from '../../src/front/peer.ts';
import { createPostgresDatabase, hasPostgres } from '../databases/postgres-database.ts';
import { killServers, type ServerProcess, startServer } from '../servers/server-process.ts';

/* Saves that phones do not get: sockets that vanish, and ads processes that hang (ADR 63). */

const soon = { interval: 50 };
afterAll(killServers);

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'phones-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const adsOf = ({ child }: ServerProcess) => childrenOf(child.pid ?? 0, 'adwarden ads');
const officeOf = ({ child }: ServerProcess) => childrenOf(child.pid ?? 0, 'adwarden office')[0];

/** Returns the folder of a server's sockets. */
function socketFolder(server: ServerProcess): string {
  const environment = readFileSync(`/proc/${officeOf(server)}/environ`, 'utf8');
  return dirname(/ADWARDEN_OFFICE_SOCKET=([^\0]+)/.exec(environment)?.[1] ?? '');
}

type Question = { method?: string; as: string; body?: object };
// biome-ignore lint/suspicious/noExplicitAny: what a test expects of it, the test says
type Answer = { status: number; body: any };

/** Asks the office itself, as an ads process that passes requests on, over one connection that stays open. */
function officeAgent(server: ServerProcess) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const socketPath = join(socketFolder(server), 'office');
  return (path: string, { method = 'GET', as, body }: Question) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const sent = body && JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${as}`,
      [peerField]: '127.0.0.1',
      ...(sent && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(sent),
      }),
    };
    const asking = request({ agent, socketPath, path, method, headers }, async (response) => {
      const text = (await response.setEncoding('utf8').toArray()).join('');
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
    });
    asking.on('error', reject).end(sent);
    return promise;
  };
}

async function startWithApp(environment: Record<string, string> = {}) {
  const folder = newFolder();
  const place = { DATA_DIR: join(folder, 'data'), TMPDIR: folder, HEARTBEAT: 'off' };
  const server = await startServer({
    ...place,
    WORKERS: '2',
    WRITES_PER_MINUTE: '1000000',
    ...environment,
  });
  const as = await server.signIn();
  const made = await server.ask(calls.addApp.path, { method: 'POST', as, body: sampleAppForm() });
  const { appID, authToken } = made.body.data;
  const ads = `${calls.getAds.path}?${new URLSearchParams({ appID, authToken })}`;
  await expect.poll(async () => (await server.ask(ads)).status, soon).toBe(200);
  const path = pathOf(calls.updateApp, appID);
  const change = (appName: string) => ({ method: 'PUT', as, body: { appName } });
  return { server, as, ads, path, change };
}

/** Runs all tests of this block on a kind of database. */
function saysWhatPhonesHave(environment: () => Record<string, string>) {
  test('a save says that all have it; sockets that vanish are made again, and saves reach phones', async () => {
    const { server, ads, path, change } = await startWithApp(environment());
    // A busy machine may need more than the 250 ms that a write waits.
    // So a save is tried again, each time with another name: one that changes nothing says nothing.
    let saves = 0;
    const save = async () => {
      saves += 1;
      const { status, body } = await server.ask(path, change(`Name ${saves}`));
      return [status, body?.adsHaveIt ?? body];
    };
    await expect.poll(save, soon).toEqual([200, 'all']);
    const folder = socketFolder(server);
    for (let time = 0; time < 2; time += 1) {
      rmSync(folder, { recursive: true });
      await expect
        .poll(() => readdirSync(dirname(folder)), soon)
        .toContain(folder.split('/').at(-1));
      await expect.poll(save, soon).toEqual([200, 'all']);
      expect((await server.ask(ads)).body.data.appName).toBe(`Name ${saves}`);
    }
    // A file alone is made again, too.
    for (const socket of ['office', 'stream']) rmSync(join(folder, socket));
    await expect.poll(() => readdirSync(folder).sort(), soon).toEqual(['office', 'stream']);
    await expect.poll(save, soon).toEqual([200, 'all']);
    await server.stop();
  });

  test('what none has taken says so, in words, in a field, and in a finding; then phones get it', async () => {
    const { server, as, ads, path, change } = await startWithApp(environment());
    const ask = officeAgent(server);
    let saves = 0;
    const saved = async () => {
      saves += 1;
      return (await ask(path, change(`Name ${saves}`))).body.adsHaveIt;
    };
    await expect.poll(saved, soon).toBe('all');
    const [first = 0, second = 0] = adsOf(server);
    process.kill(first, 'SIGSTOP');
    await expect.poll(saved, soon).toBe('some');
    process.kill(second, 'SIGSTOP');
    try {
      const { body } = await ask(path, change('Both hang'));
      expect(body).toMatchObject({ success: true, adsHaveIt: 'none' });
      expect(body.message).toContain(notOnPhones);
      const pause = { method: 'POST', as, body: { scope: 'all', reason: 'Account in danger' } };
      expect((await ask(calls.startPause.path, pause)).body).toMatchObject({ adsHaveIt: 'none' });
      const findings = async () => (await ask('/findings?rule=phones-behind', { as })).body.data;
      await expect.poll(findings, soon).toHaveLength(1);
      expect((await ask(calls.getPauses.path, { as })).body.adsHaveIt).toBe('none');
      for (const pid of [first, second]) process.kill(pid, 'SIGCONT');
      await expect.poll(findings, soon).toHaveLength(0);
      const now = async () => (await ask(calls.getPauses.path, { as })).body.adsHaveIt;
      await expect.poll(now, soon).toBe('all');
      expect((await server.ask(ads)).body.data).toMatchObject({
        appName: 'Both hang',
        reason: 'paused',
      });
    } finally {
      for (const pid of [first, second]) process.kill(pid, 'SIGCONT');
    }
    await server.stop();
  });
}

describe('on the embedded database', () => {
  saysWhatPhonesHave(() => ({}));

  test('a folder of somebody else is not used', async () => {
    const { server } = await startWithApp();
    const folder = socketFolder(server);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'in the way');
    await expect
      .poll(async () => (await server.ask('/readyz')).body.reason ?? '', soon)
      .toMatch(/the socket .* is gone|the office is away/);
    rmSync(folder);
    await expect.poll(async () => (await server.ask('/readyz')).body.status, soon).toBe('ready');
    await server.stop();
  });

  test('an office that expects nobody says nothing', async () => {
    const DATA_DIR = join(newFolder(), 'data');
    const server = await startServer({ DATA_DIR, ROLE: 'office', EDGE_KEYS: 'd'.repeat(64) });
    const as = await server.signIn();
    const { body } = await server.ask(calls.addApp.path, {
      method: 'POST',
      as,
      body: sampleAppForm(),
    });
    expect(body.success).toBe(true);
    expect(body).not.toHaveProperty('adsHaveIt');
    await server.stop();
  });
});

describe.skipIf(!hasPostgres())('on PostgreSQL', async () => {
  const database = hasPostgres() ? await createPostgresDatabase() : null;
  afterAll(() => database?.remove());
  saysWhatPhonesHave(() => ({ DATABASE_URL: database?.url ?? '', SECRET_KEY: 'd'.repeat(64) }));
});
