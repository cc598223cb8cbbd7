import { limits } from '@adwarden/contract/limits';
import type { Delivery } from '@adwarden/contract/notifications/webhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  answers,
  hostile,
  openReceiver,
  type Received,
  type Receiver,
} from '../../../../test/outside/receiver.ts';
import { openWebhookServer, type WebhookServer } from '../../../../test/servers/webhook-server.ts';

/* Alarms come ahead of their turn, and the people who cause events take turns (ADR 67). */

let api: WebhookServer;
let receiver: Receiver;
beforeAll(async () => {
  api = await openWebhookServer();
});
afterAll(() => api?.close());
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(async () => {
  await api.deleteAll();
  await api.db.deleteFrom('pause').execute();
  await receiver.close();
});

const soon = { interval: 20 };
/** The longest time that an alarm may take to a slow receiver, in milliseconds. */
const alarmMs = 10_000;
const pauses = ['pause.began', 'pause.ended'];
const broken = { googleBanner1: 'ca-app-pub-1' };

const pause = async (body: object, as = api.admin): Promise<string> => {
  const answer = await api.callLoosely('startPause', { as, body: { reason: 'Alarm', ...body } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.id;
};
const resume = (id: string) => api.call('endPause', { as: api.admin, id });
/** Starts a batch by Ada over some of her apps; returns their ids. */
async function batchOfAda(count: number, accountName: string): Promise<string[]> {
  const appIDs = await api.addSome(count, {}, api.ada);
  await api.run({ appIDs }, { set: { accountName } }, api.ada);
  return appIDs;
}
const urgentOf = (of = receiver) => of.received.filter(({ json }) => json.urgent === true);
const inTurnOf = (of = receiver) => of.received.filter(({ json }) => json.urgent === false);
const ofType = (type: string) => (one: Received) => one.json.type === type;
const seqsBy = (id: string) =>
  inTurnOf()
    .filter(({ json }) => json.data.actor?.id === id)
    .map(({ json }) => json.data.seq);
const ascending = (numbers: number[]) => numbers.toSorted((one, other) => one - other);
const idOf = async (login: string) => {
  const query = { page: 0, exact: login };
  return (await api.call('getUser', { as: api.admin, query })).body.data[0].id as string;
};

describe('an alarm', () => {
  it('does not wait behind a batch of an owner, and comes again in its turn', async () => {
    receiver.reacts(answers(204, {}, 2_000));
    await api.hook(receiver.url, { events: ['change.app', 'batch.done', ...pauses] });
    await batchOfAda(60, 'Quay');
    const began = Date.now();
    const id = await pause({ scope: 'all' });
    await expect.poll(() => urgentOf().length, { ...soon, interval: 5 }).toBe(1);
    const [alarm] = urgentOf();
    expect((alarm?.at ?? 0) - began).toBeLessThan(alarmMs);
    expect(alarm?.json).toMatchObject({ type: 'pause.began', urgent: true, data: { id } });
    expect(alarm?.headers['adwarden-event-id']).toBe(alarm?.json.id);
    expect(inTurnOf().filter(ofType('change.app')).length, 'the batch waits').toBeLessThan(30);

    receiver.reacts(answers(204));
    await expect.poll(() => inTurnOf().length, soon).toBe(122);
    const again = inTurnOf().filter(ofType('pause.began'));
    expect(again.map(({ json }) => json)).toEqual([{ ...alarm?.json, urgent: false }]);
    const ids = inTurnOf().map(({ json }) => json.id);
    expect(new Set(ids).size, 'each once in its turn').toBe(122);
    expect(seqsBy(await idOf('ada'))).toEqual(ascending(seqsBy(await idOf('ada'))));
    expect(inTurnOf().at(-1)?.json.type, 'after the changes of its batch').toBe('batch.done');
  });

  it.each(['slack', 'discord', 'teams'])('comes once in %s', async (format) => {
    receiver.reacts(answers(204, {}, 100));
    const { id } = await api.hook(receiver.url, { format, events: ['change.app', ...pauses] });
    const [appID = ''] = await api.addSome(1);
    for (let number = 1; number <= 10; number += 1) {
      await api.update(appID, { note: `${format} ${number}` });
    }
    await resume(await pause({ scope: 'all' }));
    await expect.poll(async () => (await api.deliveries(id)).length, soon).toBe(13);
    const texts = receiver.received.map(({ text }) => text);
    const began = texts.findIndex((text) => text.includes('Ads paused'));
    const ended = texts.findIndex((text) => text.includes('Ads resumed'));
    expect([began < ended, ended < 11], 'ahead of the changes, in their order').toEqual([
      true,
      true,
    ]);
    await api.update(appID, { note: 'last' });
    await expect.poll(() => receiver.received.length, soon).toBe(14);
    expect(receiver.received.filter(({ text }) => text.includes('Ads ')).length).toBe(2);
    const deliveries: Delivery[] = await api.deliveries(id);
    const urgent = deliveries.filter((one) => one.urgent);
    expect(urgent.map(({ event, state }) => [event.type, state])).toEqual([
      ['pause.ended', 'delivered'],
      ['pause.began', 'delivered'],
    ]);
    const left = () => api.db.selectFrom('webhook_alarm').selectAll().execute();
    await expect.poll(left, soon).toEqual([]);
  });

  it('is a new error, an undo and the undo of a batch, and no pause of an owner', async () => {
    await api.hook(receiver.url, {
      events: ['change.app', 'finding.opened', 'batch.done', ...pauses],
    });
    const [appID = ''] = await api.addSome(1, {}, api.ada);
    await pause({ scope: 'app', value: appID }, api.ada);
    await api.update(appID, { note: 'x' }, api.ada);
    const entries = await api.entriesOf(appID);
    const undone = await api.call('undoChange', { as: api.ada, id: entries.at(-1)?.seq ?? 0 });
    expect(undone.status, undone.text).toBe(200);
    await api.update(appID, broken, api.ada);
    const [other = ''] = await api.addSome(1, {}, api.ada);
    const { id } = await api.run({ appIDs: [other] }, { set: { note: 'y' } }, api.ada);
    await api.undo(id, api.ada);
    await expect.poll(() => inTurnOf().filter(ofType('batch.done')).length, soon).toBe(2);
    const what = urgentOf().map(({ json }) => json.data.action ?? json.data.rule ?? json.data.kind);
    expect(what.toSorted()).toEqual(['malformed-unit', 'undo', 'undo']);
  });

  it('that its receiver does not take is sent again, and to a chat then not in its turn', async () => {
    const { id } = await api.hook(receiver.url, { format: 'slack', events: pauses });
    receiver.reacts(answers(500));
    await pause({ scope: 'all' });
    const failing = async () =>
      (await api.deliveries(id)).filter((one: Delivery) => one.state === 'waiting');
    await expect.poll(async () => (await failing()).length, soon).toBeGreaterThan(0);
    receiver.reacts(answers(200));
    await api.tryNow(id);
    await api.db.updateTable('webhook_alarm').set({ nextAt: 0 }).execute();
    await expect.poll(async () => (await failing()).length, soon).toBe(0);
    await expect
      .poll(() => api.db.selectFrom('webhook_alarm').selectAll().execute(), soon)
      .toEqual([]);
    const taken = (await api.deliveries(id)).filter((one: Delivery) => one.state === 'delivered');
    expect(taken).toHaveLength(1);
  });
});

describe('a receiver that hangs', () => {
  it('gets each alarm within 10 seconds, and delays none to another webhook', async () => {
    receiver.reacts(hostile.hangs);
    const other = await openReceiver();
    await api.hook(receiver.url, { events: ['change.app', ...pauses] });
    await api.hook(other.url, { events: pauses });
    const [appID = ''] = await api.addSome(1);
    await expect.poll(() => receiver.received.length, soon).toBe(1);
    for (const scope of [{ scope: 'all' }, { scope: 'app', value: appID }]) {
      const began = Date.now();
      const id = await pause(scope);
      await resume(id);
      for (const of of [receiver, other]) {
        const arrived = () => urgentOf(of).filter(({ json }) => json.data.id === id).length;
        await expect.poll(arrived, { ...soon, interval: 5 }).toBeGreaterThanOrEqual(2);
      }
      expect(Date.now() - began).toBeLessThan(alarmMs);
    }
    await other.close();
  });

  it('has few alarms on their way, and always a place for one of an administrator', async () => {
    let most = 0;
    const open = new Set<unknown>();
    receiver.reacts((response, { json }) => {
      if (!json.urgent) return void response.writeHead(204).end();
      open.add(response);
      most = Math.max(most, open.size);
      response.on('close', () => open.delete(response));
    });
    const { id } = await api.hook(receiver.url, { events: ['finding.opened', ...pauses] });
    const { waitingOf, atOnce } = limits.alarms;
    await api.addSome(waitingOf + 10, broken, api.ada);
    const rows = () =>
      api.db.selectFrom('webhook_alarm').select('causer').where('webhookId', '=', id).execute();
    await expect.poll(() => inTurnOf().length, soon).toBeGreaterThanOrEqual(waitingOf + 10);
    await expect.poll(() => open.size, soon).toBe(atOnce - 1);
    expect((await rows()).length).toBeLessThanOrEqual(waitingOf);
    const began = Date.now();
    await pause({ scope: 'all' });
    const arrived = () => urgentOf().filter(ofType('pause.began')).length;
    await expect.poll(arrived, { ...soon, interval: 5 }).toBe(1);
    expect(Date.now() - began).toBeLessThan(alarmMs);
    expect(most).toBeLessThanOrEqual(atOnce);
  });
});

describe('people take turns', () => {
  it('so that a batch of one does not hold up what others do', async () => {
    receiver.reacts(answers(204, {}, 300));
    await api.hook(receiver.url);
    const [ofEve = ''] = await api.addSome(1, {}, api.eve);
    const [ofAdmin = ''] = await api.addSome(1);
    await batchOfAda(60, 'Wharf');
    const before = inTurnOf().length;
    await api.update(ofEve, { note: 'by eve' }, api.eve);
    await api.update(ofAdmin, { note: 'by root' });
    const ofOthers = () => inTurnOf().filter(({ text }) => /"by (eve|root)"/.test(text)).length;
    await expect.poll(ofOthers, soon).toBe(2);
    expect(inTurnOf().length - before, 'some of the batch, and these two').toBeLessThan(20);
    receiver.reacts(answers(204));
    await expect.poll(() => inTurnOf().length, soon).toBe(2 + 60 + 60 + 2);
    const seqs = seqsBy(await idOf('ada'));
    expect([seqs.length, seqs]).toEqual([120, ascending(seqs)]);
  });

  it('but what happens to one thing comes in its order', async () => {
    receiver.reacts(answers(204, {}, 150));
    await api.hook(receiver.url);
    const appIDs = await batchOfAda(30, 'Pier');
    const last = appIDs.at(-1) ?? '';
    await api.update(last, { note: 'after the batch' });
    receiver.reacts(answers(204, {}, 20));
    await expect.poll(() => inTurnOf().length, soon).toBe(61);
    const about = inTurnOf().filter(({ json }) => json.data.key === last);
    expect(about.map(({ json }) => json.data.seq)).toEqual(
      ascending(about.map(({ json }) => json.data.seq)),
    );
    expect(about.map(({ json }) => json.data.actor.kind)).toEqual(['user', 'user', 'admin']);
  });

  it('also after a failure, and nothing is lost or comes twice', async () => {
    let count = 0;
    const failsAt = new Set([3, 9, 10]);
    receiver.reacts((response) => {
      count += 1;
      response.writeHead(failsAt.has(count) ? 503 : 204).end();
    });
    const { id } = await api.hook(receiver.url);
    const [ofEve = ''] = await api.addSome(1, {}, api.eve);
    await batchOfAda(10, 'Jetty');
    for (let number = 1; number <= 5; number += 1) {
      await api.update(ofEve, { note: `eve ${number}` }, api.eve);
    }
    const arrived = async () => {
      await api.tryNow(id);
      const all: Delivery[] = await api.deliveries(id);
      return all.filter(({ state }) => state === 'delivered').length;
    };
    await expect.poll(arrived, soon).toBe(26);
    const ids = receiver.received.map(({ json }) => json.id);
    expect([ids.length, new Set(ids).size]).toEqual([29, 26]);
    expect(await api.db.selectFrom('webhook_causer').selectAll().execute()).toEqual([]);
  });
});
