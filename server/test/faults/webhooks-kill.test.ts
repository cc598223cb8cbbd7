import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onPostgres } from '../databases/on-postgres.ts';
import { answers, openReceiver, type Received, type Receiver } from '../outside/receiver.ts';
import { killServers, type ServerProcess, startServer } from '../servers/server-process.ts';

/* Servers are killed while webhooks are told of changes: every event arrives, in order, at least once. */

/**
 * The number of changes. The receiver leaves the events after `answered` without an answer, so a kill comes while one is on its
 * way.
 */
const changes = 40;
const killedAt = [10, 25] as const;

let receiver: Receiver;
/** The last change that the receiver answers. */
let answered = 0;
/** The number of requests that wait for an answer; the most at once. */
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

async function setUp(server: ServerProcess, over: object = {}): Promise<Setup> {
  const as = await server.signIn();
  const app = await server.ask('/apps/addApp', { method: 'POST', as, body: sampleAppForm() });
  const body = { url: receiver.url, events: ['change.app'], ...over };
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
/** Returns the number of the change in an event. */
const numberOf = ({ data }: Changed): number =>
  Number(data.diff.find(({ field }) => field === 'note')?.after.replace('note ', ''));
/** Returns the numbers of the changes, as they arrived. */
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

/** Pauses all ads: an alarm (ADR 67). */
async function pauseAll(server: ServerProcess, { as }: Setup): Promise<void> {
  const body = { scope: 'all', reason: 'Alarm' };
  const answer = await server.ask('/pauses', { method: 'POST', as, body });
  expect(answer.status, answer.text).toBe(200);
}
const alarmEvents = { events: ['change.app', 'pause.began'] };
const idOf = ({ headers }: Received) => headers['adwarden-event-id'];
/** Returns the alarms that came ahead of their turn, or the same events in their turn. */
const alarmsOf = (urgent: boolean) =>
  receiver.received.filter(({ json }) => json.type === 'pause.began' && json.urgent === urgent);

describe('on the embedded database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-webhook-kill-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('the only server is killed twice, and starts again', async () => {
    const environment = { DATA_DIR: dataDir, WRITES_PER_MINUTE: '10000', WEBHOOK_PRIVATE: 'on' };
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
    const environment = { DATA_DIR: dataDir, WEBHOOK_PRIVATE: 'on' };
    receiver.reacts(() => {});
    let server = await startServer(environment);
    await setUp(server);
    await server.ask('/apps/addApp', {
      method: 'POST',
      as: await server.signIn(),
      body: sampleAppForm({ note: 'note 1' }),
    });
    await expect.poll(() => receiver.received.length).toBe(1);
    const began = performance.now();
    expect(await server.stop()).toEqual([0, null]);
    expect(performance.now() - began).toBeLessThan(5_000);
    receiver.reacts(answers(200));
    server = await startServer(environment);
    await expect.poll(() => receiver.received.length).toBe(2);
    const [first, second] = receiver.received;
    expect(second?.json.id).toBe(first?.json.id);
    await server.stop();
  });
});

describe('an alarm, on the embedded database', () => {
  const environment = () => ({
    DATA_DIR: mkdtempSync(join(tmpdir(), 'adwarden-alarm-kill-')),
    WRITES_PER_MINUTE: '10000',
    WEBHOOK_PRIVATE: 'on',
  });

  it('that was on its way when the server was killed is sent again with its id', async () => {
    const settings = environment();
    receiver.reacts(() => {});
    let server = await startServer(settings);
    const setup = await setUp(server, alarmEvents);
    await change(server, setup, 1, 3);
    await expect.poll(() => receiver.received.length).toBe(1);
    await pauseAll(server, setup);
    await expect.poll(() => alarmsOf(true).length).toBe(1);
    await server.kill();
    receiver.reacts(answers(204));
    server = await startServer(settings);
    await expect.poll(() => alarmsOf(false).length).toBe(1);
    await expect.poll(() => alarmsOf(true).length).toBe(2);
    const ids = [...alarmsOf(true), ...alarmsOf(false)].map(idOf);
    expect(new Set(ids).size).toBe(1);
    await server.stop();
    rmSync(settings.DATA_DIR, { recursive: true, force: true });
  }, 150_000);

  it('that a chat has taken does not come again after a kill, and all else does come', async () => {
    const settings = environment();
    receiver.reacts((response, { text }) => {
      if (text.includes('Ads paused')) response.writeHead(204).end();
    });
    let server = await startServer(settings);
    const setup = await setUp(server, { ...alarmEvents, format: 'slack' });
    await change(server, setup, 1, 3);
    await expect.poll(() => receiver.received.length).toBe(1);
    await pauseAll(server, setup);
    await expect.poll(() => receiver.received.length).toBe(2);
    const deliveries = async () => {
      const { body } = await server.ask('/webhooks', { as: setup.as });
      const path = `/webhooks/${body.data[0].id}/deliveries`;
      return (await server.ask(path, { as: setup.as })).body.data;
    };
    await expect.poll(async () => (await deliveries()).length).toBe(1);
    await server.kill();
    receiver.reacts(answers(204));
    server = await startServer(settings);
    await change(server, { ...setup, as: await server.signIn() }, 4, 4);
    const texts = () => receiver.received.map(({ text }) => text);
    await expect.poll(() => receiver.received.length).toBe(6);
    expect(texts().filter((text) => text.includes('Ads paused'))).toHaveLength(1);
    await server.stop();
    rmSync(settings.DATA_DIR, { recursive: true, force: true });
  }, 150_000);
});

onPostgres('on two nodes', (postgres) => {
  const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'adwarden-webhook-nodes-')));
  const [one = '', two = ''] = folders;
  const start = (DATA_DIR: string) =>
    startServer({
      DATABASE_URL: postgres.url,
      SECRET_KEY: 'e'.repeat(64),
      WRITES_PER_MINUTE: '10000',
      WEBHOOK_PRIVATE: 'on',
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

  it('one that is stopped while a receiver is silent gives up its lease, and the other goes on', async () => {
    await postgres.db.deleteFrom('webhook').execute();
    const holder = async () => {
      const query = postgres.db.selectFrom('meta').select('value');
      const row = await query.where('name', '=', 'webhooksLease').executeTakeFirst();
      return row?.value.split(' ')[0] ?? '';
    };
    const first = await start(one);
    const setup = await setUp(first);
    await change(first, setup, 1, killedAt[0] + 1);
    await arrives(killedAt[0] + 1);
    const held = await holder();
    expect(held).not.toBe('');
    const second = await start(two);
    await first.stop();
    // It takes over at once, and not when its 20 s are over.
    expect(await holder()).not.toBe(held);
    answered = changes;
    await change(second, { ...setup, as: await second.signIn() }, killedAt[0] + 2, changes);
    await arrives(changes);
    expectEachInOrder();
    await second.stop();
  }, 150_000);

  it('an alarm of a node that is killed is sent again by the other one, with its id', async () => {
    await postgres.db.deleteFrom('webhook').execute();
    receiver.reacts(() => {});
    const first = await start(one);
    const setup = await setUp(first, alarmEvents);
    await change(first, setup, 1, 2);
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
    const second = await start(two);
    await pauseAll(second, setup);
    await expect.poll(() => alarmsOf(true).length).toBe(1);
    await first.kill();
    receiver.reacts(answers(204));
    await expect.poll(() => alarmsOf(true).length, { timeout: 60_000 }).toBe(2);
    await expect.poll(() => alarmsOf(false).length, { timeout: 60_000 }).toBe(1);
    const ids = [...alarmsOf(true), ...alarmsOf(false)].map(idOf);
    expect(new Set(ids).size).toBe(1);
    await second.stop();
  }, 150_000);
});
