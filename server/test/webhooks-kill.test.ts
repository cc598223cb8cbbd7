import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onPostgres } from './on-postgres.ts';
import { answers, openReceiver, type Receiver } from './receiver.ts';
import { killServers, type ServerProcess, startServer } from './server-process.ts';

/* Servers are killed while webhooks are told of changes: every event arrives, in order, at least once. */

/** So many changes; the receiver takes a moment for each, so that a kill comes in between. */
const changes = 60;
const answerMs = 30;
const killedAfter = 10;

let receiver: Receiver;
beforeEach(async () => {
  receiver = await openReceiver(answers(200, {}, answerMs));
});
afterEach(() => receiver.close());
afterAll(() => killServers());

type Setup = { as: string; appID: string };

async function setUp(server: ServerProcess): Promise<Setup> {
  const as = await server.signIn();
  const app = await server.ask('/apps/addApp', { method: 'POST', as, body: sampleAppForm() });
  const body = { url: receiver.url, events: ['change.app'] };
  const added = await server.ask('/webhooks', { method: 'POST', as, body });
  expect(added.status, added.text).toBe(200);
  return { as, appID: app.body.data.appID };
}
async function change(server: ServerProcess, { as, appID }: Setup, from: number, to: number) {
  for (let number = from; number <= to; number += 1) {
    const body = { note: `note ${number}` };
    const path = `/apps/updateApp/${appID}`;
    const answer = await server.ask(path, { method: 'PUT', as, body });
    expect(answer.status, answer.text).toBe(200);
  }
}

/** The numbers of the changes, as they arrived. */
const arrived = (): number[] =>
  receiver.received.map(({ json }) => {
    const note = json.data.diff.find(({ field }: { field: string }) => field === 'note');
    return Number(note.after.replace('note ', ''));
  });

/** Expects every change, each first after the one before it; returns how many came again. */
function expectEachInOrder(): number {
  const numbers = arrived();
  const firsts = [...new Set(numbers)];
  expect(firsts).toEqual(Array.from({ length: changes }, (_, index) => index + 1));
  for (const [place, number] of numbers.entries()) {
    const latest = Math.max(...numbers.slice(0, place + 1));
    expect(number, 'only the last one comes again').toBe(latest);
  }
  return numbers.length - firsts.length;
}
const arrives = (count: number, timeout = 60_000) =>
  expect
    .poll(() => new Set(arrived()).size, { timeout, interval: 5 })
    .toBeGreaterThanOrEqual(count);

describe('on the embedded database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-webhook-kill-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('the only server is killed twice, and starts again', async () => {
    const environment = { DATA_DIR: dataDir, WRITES_PER_MINUTE: '10000' };
    let server = await startServer(environment);
    const setup = await setUp(server);
    const changing = change(server, setup, 1, changes);
    await arrives(killedAfter);
    await changing;
    await server.kill();
    const before = arrived().length;
    expect(before, 'it was killed in between').toBeLessThan(changes);
    server = await startServer(environment);
    await arrives(before + killedAfter);
    await server.kill();
    server = await startServer(environment);
    await arrives(changes);
    expect(expectEachInOrder()).toBeLessThanOrEqual(2);
    await server.stop();
  }, 150_000);

  it('a stop does not wait for a receiver that hangs, and its event is sent again', async () => {
    const environment = { DATA_DIR: dataDir };
    receiver.reacts(() => {});
    let server = await startServer(environment);
    await setUp(server);
    await server.ask('/apps/addApp', {
      ...{ method: 'POST', as: await server.signIn() },
      body: sampleAppForm({ note: 'note 1' }),
    });
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1);
    const began = performance.now();
    expect(await server.stop()).toEqual([0, null]);
    expect(performance.now() - began).toBeLessThan(5_000);
    receiver.reacts(answers(200));
    server = await startServer(environment);
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(2);
    const [first, second] = receiver.received;
    expect(second?.json.id).toBe(first?.json.id);
    await server.stop();
  }, 60_000);
});

onPostgres('on two nodes', (postgres) => {
  const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'adwarden-webhook-nodes-')));
  const [one = '', two = ''] = folders;
  const start = (DATA_DIR: string) =>
    startServer({
      ...{ DATABASE_URL: postgres.url, SECRET_KEY: 'e'.repeat(64), WRITES_PER_MINUTE: '10000' },
      DATA_DIR,
    });
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it('one delivers, and when it is killed, the other goes on after its lease', async () => {
    const first = await start(one);
    const setup = await setUp(first);
    await change(first, setup, 1, killedAfter);
    await arrives(killedAfter);
    const second = await start(two);
    await change(second, setup, killedAfter + 1, changes);
    const before = arrived().length;
    await first.kill();
    expect(before, 'it was killed in between').toBeLessThan(changes);
    await arrives(changes);
    expect(expectEachInOrder(), 'both never deliver at once').toBeLessThanOrEqual(1);
    await second.stop();
  }, 150_000);
});
