import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onPostgres } from './on-postgres.ts';
import { answers, openReceiver, type Receiver } from './receiver.ts';
import { killServers, type ServerProcess, startServer } from './server-process.ts';

/* Servers are killed while webhooks are told of changes: every event arrives, in order, at least once. */

/** So many changes are made; the receiver answers none of them after these, so a kill comes while an event is on its way. */
const changes = 40;
const killedAt = [10, 25] as const;

let receiver: Receiver;
/** The last change that the receiver answers. */
let answered = 0;
/** How many requests wait for an answer; the most at once. */
let open = 0;
let mostOpen = 0;
beforeEach(async () => {
  answered = killedAt[0];
  open = 0;
  mostOpen = 0;
  receiver = await openReceiver((response, { json }) => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    response.once('close', () => {
      open -= 1;
    });
    if (numberOf(json) <= answered) response.writeHead(200).end();
  });
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

type Changed = { data: { diff: { field: string; after: string }[] } };
/** The number of the change that an event tells of. */
const numberOf = ({ data }: Changed): number =>
  Number(data.diff.find(({ field }) => field === 'note')?.after.replace('note ', ''));
/** The numbers of the changes, as they arrived. */
const arrived = (): number[] => receiver.received.map(({ json }) => numberOf(json));

/** Expects every change, each first after the one before it, and never two at once. */
function expectEachInOrder(): void {
  const numbers = arrived();
  const firsts = [...new Set(numbers)];
  expect(firsts).toEqual(Array.from({ length: changes }, (_, index) => index + 1));
  for (const [place, number] of numbers.entries()) {
    const latest = Math.max(...numbers.slice(0, place + 1));
    expect(number, 'only the last one comes again').toBe(latest);
  }
  expect(mostOpen).toBe(1);
}
const arrives = (number: number) =>
  expect
    .poll(() => Math.max(0, ...arrived()), { timeout: 90_000, interval: 20 })
    .toBeGreaterThanOrEqual(number);

describe('on the embedded database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-webhook-kill-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('the only server is killed twice, and starts again', async () => {
    const environment = { DATA_DIR: dataDir, WRITES_PER_MINUTE: '10000' };
    let server = await startServer(environment);
    await change(server, await setUp(server), 1, changes);
    for (const last of killedAt) {
      answered = last;
      await arrives(last + 1);
      await server.kill();
      server = await startServer(environment);
    }
    answered = changes;
    await arrives(changes);
    expectEachInOrder();
    expect(arrived().length, 'what was on its way comes again').toBeGreaterThan(changes);
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
  });
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
    await change(first, setup, 1, killedAt[0]);
    await arrives(killedAt[0]);
    const second = await start(two);
    await change(second, setup, killedAt[0] + 1, changes);
    await arrives(killedAt[0] + 1);
    await first.kill();
    answered = changes;
    await arrives(changes);
    expectEachInOrder();
    await second.stop();
  }, 150_000);
});
