import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { pathOf } from '@adwarden/contract/call';
import { calls } from '@adwarden/contract/calls';
import { afterAll, expect, test } from 'vitest';
import { lives } from '../../../deploy/programs/process-tree.ts';
import { askAnew, type Processes, startProcesses } from '../servers/processes.ts';

/* Processes that hang, as in hung.test.ts: again and again, at random moments, and on a machine that is busy for long. */

const started: Processes[] = [];
const busy: ChildProcess[] = [];
afterAll(async () => {
  for (const child of busy) child.kill('SIGKILL');
  for (const one of started) one.kill('SIGCONT');
  await Promise.all(started.map((one) => one.remove()));
});

async function start(environment: Record<string, string> = {}) {
  const server = startProcesses(environment);
  started.push(server);
  const address = await server.ready;
  const ask = (path: string) => askAnew(address + path).catch(() => ({ status: 0, text: '' }));
  const statusOf = async (path: string) => (await ask(path)).status;
  const reason = async () => (await ask('/readyz')).text;
  return { server, statusOf, reason };
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(50);
}

/** Without a session a call of the back office that is reached answers 401. */
const call = pathOf(calls.getCategory);

/** Stops the office; resolves when it was killed. */
async function hangOffice(server: Processes): Promise<void> {
  const victim = server.office() ?? 0;
  process.kill(victim, 'SIGSTOP');
  await until(() => !lives(victim));
}

test.concurrent('an office that hangs twice is started once a minute, and /readyz says why', async () => {
  const { server, statusOf, reason } = await start({ WORKERS: '1' });
  await hangOffice(server);
  await until(() => server.office() !== undefined);
  const began = performance.now();
  await until(async () => (await statusOf(call)) === 401);
  await until(async () => (await reason()).includes('"ready"'));
  await hangOffice(server);
  await until(async () => (await reason()).includes('the disk does not answer'));
  await until(() => server.office() !== undefined);
  expect(performance.now() - began).toBeGreaterThan(59_000);
  expect(await statusOf('/readyz'), 'the ads go on').toBe(200);
  // It is well again when it has answered for a minute.
  await until(async () => (await statusOf(call)) === 401);
  expect(await reason()).toContain('the disk does not answer');
  await until(async () => (await reason()).includes('"ready"'));
});

test.concurrent('a process that is stopped in its start is replaced after a minute', async () => {
  const { server, statusOf } = await start({ WORKERS: '1' });
  for (const next of [() => server.office(), () => server.ads()[0]]) {
    const victim = next() ?? 0;
    process.kill(victim, 'SIGKILL');
    await until(() => !lives(victim));
    // `ps` shows the name when its code runs.
    await until(() => next() !== undefined);
    const stopped = next() ?? 0;
    process.kill(stopped, 'SIGSTOP');
    const began = performance.now();
    await until(() => !lives(stopped));
    expect(
      performance.now() - began,
      'not by a heartbeat, which it does not have yet',
    ).toBeGreaterThan(55_000);
    await until(async () => (await statusOf(call)) === 401);
  }
});

test.concurrent('ads processes that hang twice are started at once', async () => {
  const { server, statusOf, reason } = await start({ WORKERS: '1' });
  for (let turn = 0; turn < 3; turn += 1) {
    const [victim = 0] = server.ads();
    process.kill(victim, 'SIGSTOP');
    await until(() => !lives(victim));
    const began = performance.now();
    await until(async () => (await statusOf('/healthz')) === 200);
    expect(performance.now() - began).toBeLessThan(20_000);
  }
  expect(await reason()).not.toContain('disk');
});

test.concurrent('/healthz is 503 when the supervisor stands still for a minute, and nobody is killed', async () => {
  const { server, statusOf } = await start();
  const before = [server.office(), ...server.ads()];
  server.kill('SIGSTOP');
  await pause(50_000);
  expect(await statusOf('/healthz')).toBe(200);
  await until(async () => (await statusOf('/healthz')) === 503);
  expect(await statusOf('/readyz'), 'the ads go on').toBe(200);
  server.kill('SIGCONT');
  for (let good = 0; good < 10; ) good = (await statusOf('/healthz')) === 200 ? good + 1 : 0;
  expect([server.office(), ...server.ads()]).toEqual(before);
});

test('a machine whose processors are busy for minutes kills nobody', async () => {
  const { server, statusOf } = await start();
  const before = [server.office(), ...server.ads()];
  const programs = availableParallelism() * 4;
  for (let made = 0; made < programs; made += 1) {
    busy.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  }
  const end = performance.now() + 180_000;
  while (performance.now() < end) {
    await Promise.all(Array.from({ length: 8 }, () => statusOf(call)));
  }
  for (const child of busy.splice(0)) child.kill('SIGKILL');
  expect([server.office(), ...server.ads()]).toEqual(before);
  expect(server.output()).not.toContain('a process hangs');
}, 400_000);

test('processes that hang at random are replaced, and a new connection is always answered', async () => {
  const { server, statusOf } = await start({ WORKERS: '3' });
  let isOver = false;
  const statuses = new Map<number, number>();
  const phone = async () => {
    while (!isOver) {
      const status = await statusOf('/readyz');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await pause(20);
    }
  };
  const phones = Promise.all([phone(), phone(), phone()]);
  const end = performance.now() + 120_000;
  while (performance.now() < end) {
    // Never all that answer ads at once.
    const [first] = server.ads().toSorted(() => Math.random() - 0.5);
    const victim = Math.random() < 0.3 ? server.office() : first;
    if (victim === undefined) continue;
    process.kill(victim, 'SIGSTOP');
    const stillUntil = performance.now() + 14_000 * Math.random();
    await until(() => !lives(victim) || performance.now() > stillUntil);
    if (lives(victim)) process.kill(victim, 'SIGCONT');
    await pause(1_000 * Math.random());
  }
  await until(() => server.ads().length === 3 && server.office() !== undefined);
  await until(async () => (await statusOf(call)) === 401);
  isOver = true;
  await phones;
  expect(statuses.get(200)).toBeGreaterThan(500);
  // A connection that the process had accepted when it was stopped is reset.
  expect(statuses.get(0) ?? 0).toBeLessThan(100);
}, 400_000);
