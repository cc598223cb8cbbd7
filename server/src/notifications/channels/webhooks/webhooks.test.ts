import type { ServerResponse } from 'node:http';
import { limits } from '@adwarden/contract/limits';
import type { Delivery } from '@adwarden/contract/notifications/webhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  answers,
  hostile,
  isSigned,
  openReceiver,
  type Receiver,
} from '../../../../test/outside/receiver.ts';
import { openTestSite } from '../../../../test/outside/test-site.ts';
import { openWebhookServer, type WebhookServer } from '../../../../test/servers/webhook-server.ts';

let api: WebhookServer;
let receiver: Receiver;
beforeAll(async () => {
  api = await openWebhookServer({ APP_ADS_PRIVATE: 'on' });
});
afterAll(() => api?.close());
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(async () => {
  await api.deleteAll();
  await receiver.close();
});

const soon = { interval: 20 };
/**
 * A header that asks for an hour, so that failed events are tried again only when a test says so, however slow the machine is.
 */
const inAnHour = { 'retry-after': '3600' };
/** Returns the requests that the receiver got in their turn, without those ahead of it (ADR 67). */
const inTurn = (of = receiver) => of.received.filter(({ json }) => json.urgent !== true);
const textsOf = () => inTurn().map(({ json }) => json.text ?? json.content);
/** Changes the note of an app `times` times. */
async function changeOften(id: string, times: number, from = 1) {
  for (let number = from; number < from + times; number += 1) {
    const answer = await api.update(id, { note: `note ${number}` });
    expect(answer.status, answer.text).toBe(200);
  }
}
const notesIn = (of = receiver) =>
  of.received.map(
    ({ json }) => json.data.diff.find((d: { field: string }) => d.field === 'note').after,
  );
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `note ${n + 1}`);

describe('an event', () => {
  it('arrives soon, signed with the secret, and with an id of its own', async () => {
    const [id = ''] = await api.addSome(1);
    const { secret } = await api.hook(receiver.url);
    await changeOften(id, 1);
    await expect.poll(() => receiver.received.length, soon).toBe(1);
    const [got] = receiver.received;
    if (!got) throw new Error('Nothing arrived');
    expect(isSigned(got, secret)).toBe(true);
    expect(isSigned(got, `${secret}x`)).toBe(false);
    expect(isSigned({ ...got, text: `${got.text} ` }, secret)).toBe(false);
    expect(got.headers).toMatchObject({
      'content-type': 'application/json',
      'adwarden-event': 'change.app',
      'adwarden-event-id': got.json.id,
      'user-agent': expect.stringMatching(/^Adwarden\/\d/),
    });
    expect(got.json).toMatchObject({ type: 'change.app', data: { key: id, action: 'update' } });
  });

  it('with a long text of emoji arrives once', async () => {
    const site = await openTestSite();
    site.serves('# nothing');
    const id = `Emoji${'😀'.repeat(97)}`;
    await api.add({ accountName: id, appStatus: 'live' });
    const hook = await api.hook(receiver.url, { events: ['finding.opened'] });
    // With one of the two lengths before them, the texts would be cut within an emoji.
    for (const first of ['1', '12']) {
      const lines = [first, '2'].map((seller) => `a.com, ${seller}${'😀'.repeat(500)}, DIRECT`);
      const body = { site: site.address, extraLines: lines.join('\n') };
      const saved = await api.call('updateAccount', { as: api.admin, id, body });
      expect(saved.status, saved.text).toBe(200);
      await api.call('checkAppAds', { as: api.admin, body: { account: id } });
      await api.call('updateAccount', { as: api.admin, id, body: { site: '' } });
    }
    const arrived = async () =>
      (await api.deliveries(hook.id)).filter(
        (one: Delivery) => !one.urgent && one.event.text.includes('lacks lines'),
      );
    await expect.poll(arrived, soon).toHaveLength(2);
    const texts = textsOf().filter((text) => text.includes('lacks lines'));
    expect(texts.map((text) => text.isWellFormed())).toEqual([true, true]);
    await site.close();
  });

  it('of another kind does not, nor one from before', async () => {
    const [id = ''] = await api.addSome(1);
    await changeOften(id, 3);
    await api.hook(receiver.url, { events: ['pause.began'] });
    await changeOften(id, 3, 4);
    const body = { scope: 'app', value: id, reason: 'Under review' } as const;
    await api.call('startPause', { as: api.admin, body });
    await expect.poll(() => inTurn().length, soon).toBeGreaterThan(0);
    expect(inTurn().map(({ json }) => json.type)).toEqual(['pause.began']);
  });

  it('of findings and batches arrives, too, in the order of what happened', async () => {
    const appIDs = await api.addSome(2);
    const events = ['finding.opened', 'batch.done', 'change.app'];
    await api.hook(receiver.url, { events });
    await api.run({ appIDs }, { set: { accountName: 'Harbour' } });
    await api.update(appIDs[0] ?? '', { googleBanner1: 'ca-app-pub-1' });
    // On a busy machine there may be findings that the test did not cause.
    const ours = () =>
      inTurn()
        .map(({ json }) => json)
        .filter(({ type, data }) => type !== 'finding.opened' || data.appID === appIDs[0])
        .map(({ type }) => type);
    await expect.poll(() => ours().length, soon).toBe(5);
    expect(ours()).toEqual([
      'change.app',
      'change.app',
      'batch.done',
      'change.app',
      'finding.opened',
    ]);
  });

  it('is a message in a chat, where a batch is one', async () => {
    const appIDs = await api.addSome(3);
    await api.hook(receiver.url, { events: ['change.app', 'batch.done'], format: 'slack' });
    await api.run({ appIDs }, { set: { accountName: 'Quay' } });
    await changeOften(appIDs[0] ?? '', 1);
    await expect.poll(() => receiver.received.length, soon).toBe(2);
    expect(textsOf()).toEqual([
      'Bulk change “Account Name: Quay” is done: 3 changed, by Administrator',
      expect.stringMatching(/^Application “App \d+”: changed \(Note\), by Administrator$/),
    ]);
  });

  it('is told to each webhook by itself', async () => {
    const [id = ''] = await api.addSome(1);
    const silent = await openReceiver(hostile.hangs);
    await api.hook(silent.url);
    await api.hook(receiver.url);
    await changeOften(id, 5);
    await expect.poll(() => notesIn(), soon).toEqual(numbered(5));
    expect(silent.received).toHaveLength(1);
    await silent.close();
  });
});

describe('a receiver that fails', () => {
  it('gets the event again with the same id, and all others after it, in order', async () => {
    const [id = ''] = await api.addSome(1);
    receiver.reacts(answers(500, inAnHour));
    const { id: hook } = await api.hook(receiver.url);
    await changeOften(id, 3);
    await expect.poll(async () => (await api.webhook(hook)).state, soon).toBe('failing');
    const failing = await api.webhook(hook);
    expect(failing).toMatchObject({ enabled: true, lastError: 'it answers 500' });
    expect(await api.deliveries(hook)).toMatchObject([
      { state: 'waiting', status: 500, error: 'it answers 500', tries: 1, kind: 'event' },
    ]);
    await api.tryNow(hook);
    await expect.poll(async () => (await api.deliveries(hook))[0].tries, soon).toBe(2);
    receiver.reacts(answers(200));
    await api.tryNow(hook);
    await expect.poll(() => receiver.received.length, soon).toBe(5);
    const ids = receiver.received.map(({ json }) => json.id);
    expect(new Set(ids.slice(0, 3)).size, 'the first one, three times').toBe(1);
    expect(notesIn()).toEqual(['note 1', 'note 1', 'note 1', 'note 2', 'note 3']);
    await expect.poll(async () => (await api.webhook(hook)).state, soon).toBe('on');
    await expect
      .poll(async () => (await api.deliveries(hook)).map((d: { tries: number }) => d.tries), soon)
      .toEqual([1, 1, 3]);
  });

  it('is not asked every second for an event that the server cannot tell of', async () => {
    const [id = ''] = await api.addSome(1);
    receiver.reacts(answers(500, inAnHour));
    const { id: hook } = await api.hook(receiver.url);
    await changeOften(id, 1);
    const lastError = async () => (await api.webhook(hook)).lastError;
    await expect.poll(lastError, soon).toMatch('500');
    const entry = api.db.updateTable('change').where('key', '=', id).where('action', '=', 'update');
    await entry.set({ row: 'null' }).execute();
    const before = Date.now();
    await api.tryNow(hook);
    await expect.poll(lastError, soon).toBe('Something went wrong on the server');
    const { nextTryAt } = await api.webhook(hook);
    expect(Date.parse(nextTryAt ?? '') - before, 'the second pause').toBeGreaterThan(10_000);
    expect(receiver.received).toHaveLength(1);
  });

  it('is not asked for as long as it wants, up to an hour', async () => {
    const [id = ''] = await api.addSome(1);
    receiver.reacts(answers(429, { 'retry-after': '600' }));
    const { id: hook } = await api.hook(receiver.url);
    await changeOften(id, 1);
    await expect.poll(async () => (await api.webhook(hook)).state, soon).toBe('failing');
    const { nextTryAt, failingSince } = await api.webhook(hook);
    expect(Date.parse(nextTryAt ?? '') - Date.parse(failingSince ?? '')).toBe(600_000);
  });

  it('for a day is turned off, with a finding and an entry, and on again by a person', async () => {
    const [id = ''] = await api.addSome(1);
    receiver.reacts(answers(503, inAnHour));
    const { id: hook } = await api.hook(receiver.url, { name: 'Operations' });
    await changeOften(id, 1);
    await expect.poll(async () => (await api.webhook(hook)).state, soon).toBe('failing');
    await api.failsFor(hook, 23);
    // The failure must be stored first: otherwise it would be stored over what is set below.
    await expect.poll(async () => (await api.deliveries(hook))[0].tries, soon).toBe(2);
    expect((await api.webhook(hook)).state, 'not yet').toBe('failing');
    await api.failsFor(hook, 24);
    await expect.poll(async () => (await api.webhook(hook)).state, soon).toBe('off');
    const offReason = 'No event arrived for 24 hours: it answers 503';
    expect(await api.webhook(hook)).toMatchObject({ enabled: false, offReason });
    expect(await api.deliveries(hook)).toMatchObject([{ state: 'failed', tries: 3 }]);
    const findings = async () =>
      (await api.call('getFindings', { as: api.admin, query: { rule: 'webhook-off' } })).body.data;
    await expect
      .poll(findings, soon)
      .toMatchObject([
        { detail: `Operations is off. ${offReason}.`, severity: 'warning', appID: '' },
      ]);
    const entries = await api.entriesOf(hook);
    expect(entries.at(-1)).toMatchObject({
      action: 'update',
      actorName: 'Adwarden',
      row: { offReason },
    });

    receiver.reacts(answers(200));
    await changeOften(id, 1, 2);
    expect((await api.change(hook, { enabled: true })).body.data).toMatchObject({
      enabled: true,
      state: 'on',
      offReason: '',
    });
    expect(await findings()).toEqual([]);
    await changeOften(id, 1, 3);
    await expect.poll(() => receiver.received.length, soon).toBe(4);
    expect(notesIn().at(-1), 'what happens from then on').toBe('note 3');
  });

  it.each([
    ['hangs', hostile.hangs, () => `127.0.0.1:${receiver.port} did not answer in time`],
    ['redirects', hostile.redirects, () => 'it answers 302: redirects are not followed'],
    ['breaks off', hostile.breaksOff, () => `127.0.0.1:${receiver.port} closed the connection`],
    ['speaks no HTTP', hostile.isNoHttp, () => `127.0.0.1:${receiver.port} does not speak HTTP`],
  ])('because it %s is said in words', async (_, reaction, words) => {
    receiver.reacts(reaction);
    const error = words();
    const { id } = await api.hook(receiver.url);
    const { body } = await api.sendTest(id);
    expect(body.message).toBe(`The receiver has not taken the event: ${error}`);
    expect(body.data).toMatchObject({ kind: 'test', state: 'failed', error });
  });

  it('because it answers 100 MB has answered', async () => {
    receiver.reacts(hostile.sendsMuch);
    const { id } = await api.hook(receiver.url);
    const began = performance.now();
    expect((await api.sendTest(id)).body.data).toMatchObject({ state: 'delivered', status: 200 });
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('delays no save', async () => {
    const [id = ''] = await api.addSome(1);
    const waiting = new Set<ServerResponse>();
    const hangs = (response: ServerResponse) => {
      waiting.add(response);
      response.on('close', () => waiting.delete(response));
    };
    const reactions = [hangs, answers(200, {}, 2_000), answers(500)];
    const receivers = await Promise.all(reactions.map(openReceiver));
    for (const { url } of receivers) await api.hook(url);
    await api.hook('http://127.0.0.1:1/');
    await changeOften(id, 1);
    await expect.poll(() => waiting.size, soon).toBe(1);
    await changeOften(id, 5, 2);
    expect(waiting.size, 'the server still waits for the first answer').toBe(1);
    expect(receivers[0]?.received, 'and has not tried again').toHaveLength(1);
    for (const one of receivers) await one.close();
  });
});

describe('a person', () => {
  it('tests a webhook, and sends an event again with the id that it had', async () => {
    const [id = ''] = await api.addSome(1);
    const { id: hook, secret } = await api.hook(receiver.url, { name: 'Operations' });
    const tested = await api.sendTest(hook);
    expect(tested.body).toMatchObject({
      message: 'The receiver has taken the event',
      data: { kind: 'test', state: 'delivered', status: 204, tries: 1 },
    });
    expect(receiver.received[0]?.json).toMatchObject({
      type: 'test',
      text: 'This is a test event of Adwarden for the webhook “Operations”',
    });
    await changeOften(id, 1);
    await expect.poll(async () => (await api.deliveries(hook)).length, soon).toBe(2);
    const [last] = await api.deliveries(hook);
    const again = await api.sendAgain(hook, last.id);
    expect(again.body.data).toMatchObject({ kind: 'again', event: last.event, state: 'delivered' });
    const [, first, second] = receiver.received;
    expect(second?.text).toBe(first?.text);
    expect(second && isSigned(second, secret)).toBe(true);
    expect((await api.deliveries(hook)).map((one: { kind: string }) => one.kind)).toEqual([
      'again',
      'event',
      'test',
    ]);
  });

  it('lets a failing webhook be tried at once by a test that arrives', async () => {
    const [id = ''] = await api.addSome(1);
    receiver.reacts(answers(500, inAnHour));
    const { id: hook } = await api.hook(receiver.url);
    await changeOften(id, 1);
    await expect.poll(async () => (await api.webhook(hook)).state, soon).toBe('failing');
    receiver.reacts(answers(200));
    await api.sendTest(hook);
    await expect.poll(async () => (await api.webhook(hook)).state, soon).toBe('on');
  });

  it('sees the last deliveries only', async () => {
    const { id: hook } = await api.hook(receiver.url);
    await api.sendTest(hook);
    const row = await api.db.selectFrom('webhook_delivery').selectAll().executeTakeFirstOrThrow();
    const { id: _, ...rest } = row;
    const many = Array.from({ length: limits.webhooks.deliveries }, () => rest);
    await api.db.insertInto('webhook_delivery').values(many).execute();
    await api.sendTest(hook);
    const answer = await api.call('getDeliveries', { as: api.admin, id: hook, query: { page: 1 } });
    expect(answer.body).toMatchObject({ total: limits.webhooks.deliveries, page: 1, pageSize: 10 });
    expect(answer.body.data).toHaveLength(10);
  });

  it('gets another secret, which counts at once', async () => {
    const added = await api.hook(receiver.url);
    const { secret } = (await api.change(added.id, { newSecret: true })).body.data;
    expect(secret).toMatch(/^whsec_[\w+/]{44}$/);
    expect(secret).not.toBe(added.secret);
    await api.sendTest(added.id);
    const [got] = receiver.received;
    expect(got && [isSigned(got, secret), isSigned(got, added.secret)]).toEqual([true, false]);
    expect((await api.change(added.id, { name: 'x' })).body.data.secret).toBeNull();
  });

  it('has the format of the chat at its address, and then no secret', async () => {
    const slack = 'https://hooks.slack.com/services/T0/B0/x';
    const chat = await api.hook(slack, { enabled: false });
    expect(chat).toMatchObject({ format: 'slack', secret: null });
    expect(await api.hook(slack, { enabled: false, format: 'json' })).toMatchObject({
      format: 'json',
      secret: expect.stringMatching(/^whsec_/),
    });
    const change = async (body: object) => (await api.change(chat.id, body)).body.data;
    const discord = { url: 'https://discord.com/api/webhooks/1/x' };
    expect(await change(discord)).toMatchObject({ format: 'discord', secret: null });
    expect(await change({ newSecret: true })).toMatchObject({ format: 'discord', secret: null });
    expect(await change({ name: 'x' })).toMatchObject({ format: 'discord' });
    const { secret } = await change({ url: receiver.url, format: 'json', enabled: true });
    await api.sendTest(chat.id);
    const [got] = receiver.received;
    expect(got && isSigned(got, secret)).toBe(true);
  });

  it('changes and deletes a webhook; the log knows who, and neither URL nor secret', async () => {
    const added = await api.hook(`${receiver.url}/very-secret-path`, { name: 'One' });
    const changed = await api.change(added.id, {
      name: '',
      events: ['batch.done'],
      format: 'teams',
    });
    expect(changed.body.data).toMatchObject({
      name: '127.0.0.1',
      url: `${receiver.url}/very-secret-path`,
      format: 'teams',
      events: ['batch.done'],
      createdBy: 'Administrator',
    });
    const gone = await api.call('deleteWebhook', { as: api.admin, id: added.id });
    expect(gone.body.message).toBe('127.0.0.1 deleted');
    expect(await api.webhooks()).toEqual([]);
    const entries = await api.entriesOf(added.id);
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
    expect(JSON.stringify(entries)).not.toMatch(/very-secret|whsec_/);
    const { text } = await api.call('getChanges', { as: api.admin, query: { entity: 'webhook' } });
    expect(text).not.toMatch(/very-secret|whsec_/);
    const row = await api.db
      .selectFrom('change')
      .select('seq')
      .where('key', '=', added.id)
      .execute();
    const restore = { as: api.admin, id: row[0]?.seq ?? 0, body: {} };
    expect((await api.call('restoreChange', restore)).status).toBe(400);
  });

  it('turns it off without a finding, and nothing is sent then', async () => {
    const [id = ''] = await api.addSome(1);
    const { id: hook } = await api.hook(receiver.url);
    await api.change(hook, { enabled: false });
    await changeOften(id, 1);
    const query = { rule: 'webhook-off' } as const;
    const { body } = await api.call('getFindings', { as: api.admin, query });
    expect(body.data).toEqual([]);
    await api.change(hook, { enabled: true });
    await changeOften(id, 1, 2);
    await expect.poll(() => notesIn(), soon).toEqual(['note 2']);
  });
});

it('nothing of a webhook stands readable in the database', async () => {
  const { secret } = await api.hook(`${receiver.url}/very-secret-path`);
  const rows = JSON.stringify(await api.db.selectFrom('webhook').selectAll().execute());
  expect(rows).not.toContain('very-secret');
  expect(rows).not.toContain(secret);
});

it('the metrics count what arrived and what did not', async () => {
  const figure = async (line: string) => {
    const text = await api.metrics.metrics();
    return Number(
      text
        .split('\n')
        .find((one) => one.startsWith(line))
        ?.split(' ')
        .at(-1),
    );
  };
  const [id = ''] = await api.addSome(1);
  const before = await figure('adwarden_webhook_deliveries_total{outcome="delivered"}');
  await api.hook(receiver.url);
  await api.hook('http://127.0.0.1:1/');
  await changeOften(id, 1);
  await expect
    .poll(() => figure('adwarden_webhook_deliveries_total{outcome="delivered"}'), soon)
    .toBe(before + 1);
  await expect.poll(() => figure('adwarden_webhooks{state="failing"}'), soon).toBe(1);
  expect(await figure('adwarden_webhooks{state="on"}')).toBe(1);
  const states = async () =>
    Promise.all(['off', 'stopped'].map((state) => figure(`adwarden_webhooks{state="${state}"}`)));
  expect(await states()).toEqual([0, 0]);
  // One webhook was turned off by a person, and one was given up by Adwarden.
  const hooks = await api.db.selectFrom('webhook').select('id').execute();
  for (const [place, { id: hook }] of hooks.entries()) {
    const offReason = place === 0 ? '' : 'No event arrived for 24 hours';
    const change = { enabled: 'off', offReason, failingSince: null } as const;
    await api.db.updateTable('webhook').set(change).where('id', '=', hook).execute();
  }
  expect(await states()).toEqual([1, 1]);
  expect(await figure('adwarden_webhooks{state="failing"}')).toBe(0);
});
