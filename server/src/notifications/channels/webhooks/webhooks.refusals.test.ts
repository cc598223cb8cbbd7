import { limits } from '@adwarden/contract/limits';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDnsServer } from '../../../../test/outside/dns-server.ts';
import { openReceiver } from '../../../../test/outside/receiver.ts';
import { expectRefusal } from '../../../../test/servers/app-server.ts';
import { openWebhookServer, type WebhookServer } from '../../../../test/servers/webhook-server.ts';
import { createResolveHost } from '../../../kit/outside/resolve-host.ts';

/* Webhooks that are refused, and people who cannot have one. */

let api: WebhookServer;
/** A server with the same key, which may send into private networks. */
let allowing: WebhookServer;
let names: Record<string, string[] | 'silent'>;
let dns: Awaited<ReturnType<typeof openDnsServer>>;
beforeAll(async () => {
  names = {
    'inside.example': ['10.0.0.5'],
    'both.example': ['203.0.114.7', '192.168.1.9'],
    'own.example': ['127.0.0.1'],
    'cloud.example': ['169.254.169.254'],
    'silent.example': 'silent',
    'turns.example': ['203.0.114.7'],
  };
  dns = await openDnsServer(names);
  const key = { SECRET_KEY: 'c'.repeat(64) };
  allowing = await openWebhookServer(key);
  api = await openWebhookServer(
    { ...key, WEBHOOK_PRIVATE: 'off' },
    { resolve: createResolveHost([dns.address]) },
  );
});
afterAll(async () => {
  await api?.close();
  await allowing?.close();
  await dns?.close();
});
afterEach(() => api.deleteAll());

const events = ['pause.began'];
/** An address that may be saved; nothing is sent to it. */
const outside = 'https://unknown.example/';

describe('a URL', () => {
  it.each([
    ['', 'Please Enter URL'],
    ['hooks.example.com', 'URL must begin with https:// (http:// only to this machine)'],
    ['http://hooks.example.com', 'URL must begin with https:// (http:// only to this machine)'],
    ['http://localhost.example.com', 'URL must begin with https:// (http:// only to this machine)'],
    [
      'http://127.0.0.1@evil.example',
      'URL must begin with https:// (http:// only to this machine)',
    ],
    ['ftp://127.0.0.1/', 'URL must begin with https:// (http:// only to this machine)'],
    ['https://ada:secret@hooks.example.com', 'URL must not have a user or a password in it'],
    ['https://[::1', 'URL must be an address, like https://hooks.example.com/adwarden'],
    ['https://a b', 'URL must be an address, like https://hooks.example.com/adwarden'],
    [`https://a.example/${'x'.repeat(limits.webhooks.url)}`, 'URL must be at most 2000 characters'],
    ['https://10.0.0.5/x', '10.0.0.5 is in a private network, and WEBHOOK_PRIVATE is off'],
    ['https://0x0a000005/x', '10.0.0.5 is in a private network, and WEBHOOK_PRIVATE is off'],
    ['https://[fd00::5]/', 'fd00::5 is in a private network, and WEBHOOK_PRIVATE is off'],
    ...[
      ['https://127.0.0.1/', '127.0.0.1'],
      ['https://2130706433/', '127.0.0.1'],
      ['https://0x7f.1/', '127.0.0.1'],
      ['https://0177.0.0.1/', '127.0.0.1'],
      ['http://127.0.0.1:1/', '127.0.0.1'],
      ['https://[::1]/', '::1'],
      ['https://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
    ].map(([typed = '', address]) => [
      typed,
      `${address} is an address of this machine, and WEBHOOK_PRIVATE is off`,
    ]),
    ['https://0.0.0.0/', '0.0.0.0 is an address that is never asked'],
    ['https://0/', '0.0.0.0 is an address that is never asked'],
    ['https://[::]/', ':: is an address that is never asked'],
    ['https://[fe80::1]/', 'fe80::1 is an address that is never asked'],
    ['https://169.254.169.254/', '169.254.169.254 is an address that is never asked'],
    [
      'https://inside.example',
      'inside.example is 10.0.0.5, in a private network, and WEBHOOK_PRIVATE is off',
    ],
    [
      'https://both.example',
      'both.example is 192.168.1.9, in a private network, and WEBHOOK_PRIVATE is off',
    ],
    [
      'https://own.example',
      'own.example is 127.0.0.1, an address of this machine, and WEBHOOK_PRIVATE is off',
    ],
    ['https://cloud.example', 'cloud.example is 169.254.169.254, an address that is never asked'],
  ])('%s is refused in words', async (url, message) => {
    expectRefusal(await api.addHook({ url, events }), 400, 'url', message);
    expect(await api.webhooks()).toEqual([]);
  });

  it.each(['http://localhost:1/', 'https://localhost'])('%s is this machine', async (url) => {
    const { status, body } = await api.addHook({ url, events });
    expect(status).toBe(400);
    expect(body.message).toMatch(
      /^localhost is (127\.0\.0\.1|::1), an address of this machine, and WEBHOOK_PRIVATE is off$/,
    );
  });

  it.each(['https://silent.example', 'https://unknown.example'])(
    '%s may be saved: each delivery looks again',
    async (url) => {
      expect((await api.hook(url, { events, enabled: false })).url).toBe(url);
    },
  );

  it('of this machine that an older version has taken is sent nothing', async () => {
    const receiver = await openReceiver();
    const { id } = await allowing.hook(receiver.url, { events });
    expect((await allowing.sendTest(id)).body.data.state).toBe('delivered');
    const row = await allowing.db
      .selectFrom('webhook')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await api.db.insertInto('webhook').values(row).execute();
    expect((await api.webhook(id)).url).toBe(receiver.url);
    const { body } = await api.sendTest(id);
    expect(body.data.error).toBe(
      '127.0.0.1 is an address of this machine, and WEBHOOK_PRIVATE is off',
    );
    expect(receiver.received).toHaveLength(1);
    await receiver.close();
  });

  it('into a private network may be saved where that is allowed, and never a link-local one', async () => {
    expect((await allowing.addHook({ url: 'https://10.0.0.5/x', events })).status).toBe(200);
    for (const url of ['https://169.254.169.254/', 'https://[fe80::1]/', 'https://0.0.0.0/']) {
      expectRefusal(await allowing.addHook({ url, events }), 400, 'url');
    }
    await allowing.deleteAll();
  });

  it('whose name leads inside later is not reached', async () => {
    names['turns.example'] = ['203.0.114.7'];
    const { id } = await api.hook('https://turns.example', { events });
    names['turns.example'] = ['10.0.0.5'];
    const { body } = await api.sendTest(id);
    expect(body.data.error).toBe(
      'turns.example is 10.0.0.5, in a private network, and WEBHOOK_PRIVATE is off',
    );
  });

  it('of a name that nobody knows says so when it is sent', async () => {
    const { id } = await api.hook('https://unknown.example', { events });
    const { body } = await api.sendTest(id);
    expect(body.data.error).toBe('unknown.example has no address in the DNS');
  });

  it('that is changed is looked at, too', async () => {
    const { id } = await api.hook(outside, { events });
    expectRefusal(await api.change(id, { url: 'https://10.0.0.5' }), 400, 'url');
    expect((await api.webhook(id)).url).toBe(outside);
  });
});

describe('a form', () => {
  const url = outside;
  it.each([
    [{ url }, 'events', 'Please Select Events'],
    [{ url, events: [] }, 'events', 'Please Select Events'],
    [{ url, events: 'change.app' }, 'events', 'Please Select Events'],
    [{ url, events: ['pause.began', 'pause.began'] }, 'events', 'Events must differ'],
    [
      { url, events, format: 'xml' },
      'format',
      'Format must be one of: json, slack, discord, teams',
    ],
    [{ url, events, enabled: 'yes' }, 'enabled', 'Enabled must be true or false'],
    [{ url, events, name: 'x'.repeat(61) }, 'name', 'Name must be at most 60 characters'],
  ])('%j is refused', async (body, field, message) => {
    expectRefusal(await api.addHook(body), 400, field, message);
  });

  it('names an event that there is not', async () => {
    const { body } = await api.addHook({ url, events: ['change.moon'] });
    expect(body.errors).toEqual([
      { field: 'events.0', message: 'There is no event “change.moon”' },
    ]);
  });

  it('of a webhook that is gone is 404, like all that is asked of it', async () => {
    const as = api.admin;
    for (const answer of await Promise.all([
      api.change('none', { name: 'x' }),
      api.sendTest('none'),
      api.sendAgain('none', '1'),
      api.call('getDeliveries', { as, id: 'none' }),
      api.call('deleteWebhook', { as, id: 'none' }),
    ])) {
      expectRefusal(answer, 404);
    }
    const { id } = await api.hook(url, { events });
    for (const deliveryID of ['1', 'x', '9'.repeat(40)]) {
      expectRefusal(await api.sendAgain(id, deliveryID), 404);
    }
  });
});

it('there may be so many', async () => {
  const { id } = await api.hook(outside, { events });
  const row = await api.db.selectFrom('webhook').selectAll().executeTakeFirstOrThrow();
  const others = Array.from({ length: limits.webhooks.most - 1 }, (_, n) => ({
    ...row,
    id: `w${n}`,
  }));
  await api.db.insertInto('webhook').values(others).execute();
  const refused = await api.addHook({ url: outside, events });
  expectRefusal(refused, 409);
  expect(refused.body.message).toMatch(/^There are 50 webhooks/);
  expect((await api.change(id, { name: 'Still' })).status).toBe(200);
});

it('a deletion while the event is on its way sends nothing more', async () => {
  const receiver = await openReceiver((response) => setTimeout(() => response.end(), 500));
  const { id } = await allowing.hook(receiver.url, { events });
  const sending = allowing.sendTest(id);
  await expect.poll(() => receiver.received.length).toBe(1);
  await allowing.call('deleteWebhook', { as: allowing.admin, id });
  expectRefusal(await sending, 404);
  await receiver.close();
});

describe('with another key', () => {
  it('a webhook says so, and needs its URL and a new secret', async () => {
    const { id } = await api.hook(outside, { events });
    const row = await api.db.selectFrom('webhook').selectAll().executeTakeFirstOrThrow();
    const sealed = row.sealed.replace(/^\w+/, '00000000');
    await api.db.updateTable('webhook').set({ sealed }).execute();
    expect((await api.webhook(id)).url).toBe('Hidden');
    const { body } = await api.sendTest(id);
    expect(body.data.error).toBe('its URL cannot be decrypted: enter it again');
    expectRefusal(await api.change(id, { name: 'x' }), 409);
    expectRefusal(await api.change(id, { url: outside }), 409);
    const mended = await api.change(id, { url: `${outside}2`, newSecret: true });
    expect(mended.body.data).toMatchObject({
      url: `${outside}2`,
      secret: expect.any(String),
    });
  });
});
