import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathOf } from '@adwarden/contract/call';
import { calls } from '@adwarden/contract/calls';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, describe, expect, test } from 'vitest';
import { lives } from '../../../deploy/programs/process-tree.ts';
import { adminEmail, adminPassword } from '../servers/calls.ts';
import { runIn } from '../servers/inspect.ts';
import { askAnew, type Processes, startProcesses } from '../servers/processes.ts';

/* Processes that live and do nothing: stopped by a signal, or in a loop without an end (ADR 62). */

const started: Processes[] = [];
afterAll(async () => {
  for (const one of started) one.kill('SIGCONT');
  await Promise.all(started.map((one) => one.remove()));
});

/** Waits until something is so. `expect.poll` cannot be used in tests that run side by side. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(20);
}

/** A silence that is longer than a process may be silent. */
const tooLongMs = 13_000;

/** Signs in; again when a busy machine takes too long for a password. */
async function signIn(address: string): Promise<string> {
  const body = { email: adminEmail, password: adminPassword };
  for (;;) {
    const asked = askAnew(address + pathOf(calls.adminSignIn), { method: 'POST', body });
    const answer = await asked.catch(() => null);
    if (answer) return answer.body.token;
  }
}

async function start(environment: Record<string, string> = {}) {
  const server = startProcesses({ NODE_OPTIONS: '--inspect-port=0', ...environment });
  started.push(server);
  const address = await server.ready;
  const bearer = await signIn(address);
  const added = await askAnew(address + pathOf(calls.addApp), {
    method: 'POST',
    body: sampleAppForm(),
    bearer,
  });
  const { appID, authToken } = added.body.data as Record<'appID' | 'authToken', string>;
  const adsPath = `${pathOf(calls.getAds)}?${new URLSearchParams({ appID, authToken })}`;
  const statusOf = (path: string) =>
    askAnew(address + path, { bearer }).then(
      ({ status }) => status,
      () => 0,
    );
  await until(async () => (await statusOf(adsPath)) === 200);
  // Then a start without the office has the app.
  await until(() => existsSync(join(server.dataDir, 'ads.last-good.db')));
  await pause(1_500);
  const text = async (path: string) => (await askAnew(address + path)).text;
  return { server, address, bearer, adsPath, statusOf, text };
}

/** The time that a busy machine may add to the limits: 12 s for the ads, 15 s for the office. */
const busyMs = 15_000;
/** The same time for a loop: it takes the supervisor a minute to be sure of one that gets little of the processor. */
const busyLoopMs = 100_000;

const stop = async (pid: number) => void process.kill(pid, 'SIGSTOP');
const loop = (pid: number, output: () => string) => runIn(pid, output, 'for (;;);');

/** Opens a connection that stays open, and tells when it is closed. */
async function keepOpen(address: string, path: string) {
  const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  await once(socket, 'data');
  return { socket, closed: once(socket.resume(), 'close') };
}

const hungLine = /"process":"(ads \d|office)".*"reason":"silent","msg":"a process hangs/;
const restarts = (text: string, name: string) =>
  Number(
    new RegExp(
      `^adwarden_process_restarts_total\\{process="${name}",reason="silent"\\} (\\d+)`,
      'm',
    ).exec(text)?.[1],
  );
const figure = (text: string, name: string) =>
  Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]);

async function onlyAdsHang(hang: typeof loop, mostMs: number): Promise<void> {
  const { server, address, adsPath, statusOf, text } = await start({ WORKERS: '1' });
  const [victim = 0] = server.ads();
  const kept = await keepOpen(address, adsPath);
  await hang(victim, server.output);
  const began = performance.now();
  // The requests wait, and none is refused.
  const waiting = askAnew(address + adsPath).then(
    ({ status }) => status,
    () => 0,
  );
  expect([0, 200]).toContain(await waiting);
  while ((await statusOf(adsPath)) !== 200) await pause(20);
  expect(performance.now() - began).toBeLessThan(mostMs);
  await kept.closed;
  expect(lives(victim)).toBe(false);
  expect(server.output()).toMatch(hungLine);
  expect(restarts(await text('/metrics'), 'ads 1')).toBe(1);
}

async function officeHangs(hang: typeof loop, mostMs: number): Promise<void> {
  const { server, adsPath, statusOf, text } = await start();
  const victim = server.office() ?? 0;
  await hang(victim, server.output);
  const began = performance.now();
  await until(async () => (await text('/readyz')).includes('the office is away'));
  while ((await statusOf(pathOf(calls.getCategory))) !== 200) {
    expect(await statusOf(adsPath)).toBe(200);
    await pause(50);
  }
  expect(performance.now() - began).toBeLessThan(mostMs);
  expect(lives(victim)).toBe(false);
  expect(server.output()).toMatch(hungLine);
  expect(restarts(await text('/metrics'), 'office')).toBe(1);
}

describe('a process that is stopped', () => {
  test.concurrent('the only one that answers ads: they are back within 12 s', () =>
    onlyAdsHang(stop, 12_000 + busyMs));

  test.concurrent('one of two that answer ads: nobody new waits, and the kept connection is reset', async () => {
    const { server, address, adsPath, statusOf, text } = await start();
    const connections = await Promise.all(
      Array.from({ length: 12 }, () => keepOpen(address, adsPath)),
    );
    // The victim is the process that has more of them.
    const files = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;
    const [victim = 0, other = 0] = server.ads().toSorted((a, b) => files(b) - files(a));
    let closed = 0;
    for (const kept of connections) kept.closed.then(() => (closed += 1));
    await stop(victim);
    // No request takes the 5 s after which `askAnew` gives up.
    while (lives(victim)) {
      expect(await statusOf(adsPath)).toBe(200);
      await pause(50);
    }
    await until(() => closed > 0);
    for (const { socket } of connections) socket.destroy();
    await until(() => server.ads().length === 2);
    expect(server.ads()).toContain(other);
    await until(async () => figure(await text('/metrics'), 'adwarden_processes') === 3);
    const metrics = await text('/metrics');
    expect(figure(metrics, 'adwarden_processes_expected')).toBe(3);
    expect(restarts(metrics, 'ads 1') + restarts(metrics, 'ads 2')).toBe(1);
    await until(async () => !(await text('/readyz')).includes('are away'));
  });

  test.concurrent('the office: it is back within 15 s, and the ads do not notice', () =>
    officeHangs(stop, 15_000 + busyMs));
});

// They run one after the other: a loop takes a whole processor.
describe('a process in a loop without an end', () => {
  test('the only one that answers ads: they are back', () =>
    onlyAdsHang(loop, 12_000 + busyLoopMs));

  test('the office: it is back, and the ads do not notice', () =>
    officeHangs(loop, 15_000 + busyLoopMs));
});

describe('calls while the office says nothing', () => {
  const add = (appName: string) => ({ method: 'POST', body: sampleAppForm({ appName }) });

  test.concurrent('are refused soon, once this is known, and not carried out later', async () => {
    const { server, address, bearer, text } = await start({ WORKERS: '1' });
    const office = server.office() ?? 0;
    process.kill(office, 'SIGSTOP');
    await until(async () => (await text('/readyz')).includes('the office is away'));
    const path = address + pathOf(calls.addApp);
    const began = performance.now();
    const refused = await askAnew(path, { ...add('Never made'), bearer });
    expect(performance.now() - began, '2 s, and more on a busy machine').toBeLessThan(4_500);
    expect(refused.status, refused.text).toBe(503);
    process.kill(office, 'SIGCONT');
    await until(async () => !(await text('/readyz')).includes('away'));
    expect(server.output(), 'a pause that may be short').toMatch(/"level":40.*the office is lost/);
    expect(server.output()).toMatch(/"level":30.*the office is back after \d+ s"/);
    expect((await askAnew(path, { ...add('Made'), bearer })).status).toBe(200);
    const list = await askAnew(address + pathOf(calls.getAllApp), { bearer });
    expect(list.text).toContain('"Made"');
    expect(list.text).not.toContain('Never made');
    expect(server.office(), 'it was not silent for long').toBe(office);
  });

  test.concurrent('keep their time when the office has got them, and wait for one that comes back', async () => {
    const { server, address, bearer, text } = await start({ WORKERS: '1' });
    const office = server.office() ?? 0;
    const body = JSON.stringify(sampleAppForm({ appName: 'Begun before' }));
    const begun = request(address + pathOf(calls.addApp), {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    });
    begun.write(body.slice(0, 5));
    await pause(1_000);
    process.kill(office, 'SIGSTOP');
    await until(async () => (await text('/readyz')).includes('the office is away'));
    const waiting = askAnew(address + pathOf(calls.getCategory), { bearer });
    begun.end(body.slice(5));
    await pause(300);
    process.kill(office, 'SIGCONT');
    const [answer] = await once(begun, 'response');
    expect(answer.statusCode).toBe(200);
    answer.resume();
    expect((await waiting).status).toBe(200);
  });
});

describe('nobody is killed', () => {
  const unharmed = async (
    server: Processes,
    before: number[],
    statusOf: (path: string) => Promise<number>,
  ) => {
    await pause(3_000);
    expect([server.office(), ...server.ads()]).toEqual(before);
    expect(await statusOf(pathOf(calls.getCategory))).toBe(200);
    expect(server.output()).not.toContain('a process hangs');
  };
  const pidsOf = (server: Processes) => [server.office() ?? 0, ...server.ads()];

  test.concurrent('while the supervisor stands still', async () => {
    const { server, adsPath, statusOf } = await start();
    const before = pidsOf(server);
    server.kill('SIGSTOP');
    await pause(tooLongMs);
    expect(await statusOf(adsPath)).toBe(200);
    server.kill('SIGCONT');
    await unharmed(server, before, statusOf);
  });

  test.concurrent('when the whole machine stands still, and the supervisor wakes first', async () => {
    const { server, statusOf } = await start();
    const before = pidsOf(server);
    for (const pid of [...before, server.pid]) process.kill(pid, 'SIGSTOP');
    await pause(tooLongMs);
    server.kill('SIGCONT');
    await pause(3_000);
    for (const pid of before) process.kill(pid, 'SIGCONT');
    await unharmed(server, before, statusOf);
  });

  test.concurrent('during work that was announced', async () => {
    const { server, statusOf } = await start();
    const before = pidsOf(server);
    const work = `process.send({ kind: 'work', ms: 600000 });
      for (const end = Date.now() + ${tooLongMs}; Date.now() < end; );
      process.send({ kind: 'work', ms: 0 });`;
    for (const pid of [server.office() ?? 0, server.ads()[0] ?? 0]) {
      await runIn(pid, server.output, work);
    }
    await pause(tooLongMs);
    await unharmed(server, before, statusOf);
  });

  test.concurrent('with HEARTBEAT=off', async () => {
    const { server, statusOf } = await start({ HEARTBEAT: 'off' });
    const before = pidsOf(server);
    for (const pid of before) process.kill(pid, 'SIGSTOP');
    await pause(tooLongMs);
    for (const pid of before) process.kill(pid, 'SIGCONT');
    await unharmed(server, before, statusOf);
  });

  test.concurrent('before it answers', async () => {
    const server = startProcesses({ WORKERS: '1' });
    started.push(server);
    while (server.office() === undefined) await pause(1);
    const office = server.office() ?? 0;
    process.kill(office, 'SIGSTOP');
    await pause(tooLongMs);
    process.kill(office, 'SIGCONT');
    await server.ready;
    expect(server.office()).toBe(office);
  });
});
