import { apiKeyAnswer, apiKeyList, newApiKeyAnswer } from '@adwarden/contract/api-keys/api-keys';
import { type CallName, calls } from '@adwarden/contract/calls';
import { failure } from '@adwarden/contract/envelope';
import { limits } from '@adwarden/contract/limits';
import type { KeyScope } from '@adwarden/contract/people/people';
import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { eventsOf } from '../../../test/outside/event-stream.ts';
import { buildTestServer, type TestServer } from '../../../test/servers/build-test-server.ts';
import { addSecondAdmin, addViewer } from '../../../test/servers/second-admin.ts';
import { nowMs } from '../../db/now.ts';
import { dayMs } from '../../kit/clock.ts';
import { createLogger } from '../../kit/logger.ts';
import { newKeyText } from '../../people/key-text.ts';

/* API keys: making, using and ending them (ADR 129). */

const lines: string[] = [];
let api: TestServer;
let admin: string;
let adminId: string;
let viewer: { id: string; token: string };
let owner: { id: string; token: string };
beforeAll(async () => {
  const logger = createLogger('trace', { write: (line: string) => void lines.push(line) });
  // The address of calls without a socket is 127.0.0.1.
  api = await buildTestServer({ WRITES_PER_MINUTE: '100000' }, { logger });
  admin = await api.signInAdmin();
  adminId = (await api.db.selectFrom('admin').select('id').executeTakeFirstOrThrow()).id;
  viewer = await addViewer(api);
  const form = sampleUserForm({ userId: 'ada', fullName: 'Ada Harbour' });
  const { body } = await api.call('createNewUser', { as: admin, body: form });
  owner = { id: body.data.id, token: await api.signInUser('ada', form.password) };
});
afterAll(() => api?.close());

/** Removes the keys of earlier tests: a person may have only a few. */
const forget = () => api.db.deleteFrom('api_key').execute();
const tryToMake = (over: object = {}, as = admin, headers: Record<string, string> = {}) =>
  api.callLoosely('addApiKey', {
    as,
    body: { name: 'Nightly', scopes: ['read'], ...over },
    headers,
  });
async function make(over: object = {}, as = admin) {
  const answer = await tryToMake(over, as);
  expect(answer.status, answer.text).toBe(200);
  const { key = '', data } = newApiKeyAnswer.parse(answer.body);
  return { key, ...data };
}
const ask = (key: string, name: CallName = 'getCategory', more: object = {}) =>
  api.callLoosely(name, { as: key, ...more });
const statusOf = async (key: string, name?: CallName) => (await ask(key, name)).status;
const from = (key: string, remoteAddress: string, headers: Record<string, string> = {}) =>
  api.inject({
    method: 'GET',
    url: '/category/getCategory',
    remoteAddress,
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
const keysOf = async (as: string, query: Record<string, string> = {}) =>
  apiKeyList.parse((await api.callLoosely('getApiKeys', { as, query })).body);
/** Sets the end of a key to so many milliseconds from now. */
const endIn = (id: string, ms: number) =>
  api.db
    .updateTable('api_key')
    .set({ endsAt: sql<number>`${nowMs} + ${sql.lit(ms)}` })
    .where('id', '=', id)
    .execute();

describe('a new key', () => {
  it('is shown once, works, and stands in the list without its text', async () => {
    await forget();
    const made = await make({ scopes: ['read', 'apps'], addresses: ['127.0.0.0/8'] });
    expect(made.key).toMatch(/^adw_[0-9A-Za-z]{40}$/);
    expect(await statusOf(made.key)).toBe(200);
    const { data, total } = await keysOf(admin);
    expect(total).toBe(1);
    expect(data).toMatchObject([
      {
        id: made.id,
        name: 'Nightly',
        scopes: ['read', 'apps'],
        addresses: ['127.0.0.0/8'],
        state: 'on',
        person: { kind: 'admin', id: adminId },
      },
    ]);
    expect(JSON.stringify(data)).not.toContain('adw_');
    const end = Date.parse(made.endsAt) - Date.parse(made.createdAt);
    expect(end).toBe(limits.apiKeys.days.default * dayMs);
  });

  it('is a hash in the database, and stands in no line of the log', async () => {
    const { key } = await make();
    await ask(key);
    await ask(key, 'addApp', { body: sampleAppForm() });
    const stored = await api.db.selectFrom('api_key').selectAll().execute();
    const log = await api.db.selectFrom('change').selectAll().execute();
    for (const text of [JSON.stringify(stored), JSON.stringify(log), lines.join('')]) {
      expect(text).not.toContain(key);
      expect(text).not.toContain(key.slice(4, 38));
    }
  });

  it('is made once for an Idempotency-Key, and its text is in the first answer only', async () => {
    const headers = { 'idempotency-key': 'once-for-keys' };
    const first = await tryToMake({}, admin, headers);
    const again = await tryToMake({}, admin, headers);
    expect(again.body.data.id).toBe(first.body.data.id);
    expect(first.body.key).toBeDefined();
    expect(again.body).not.toHaveProperty('key');
  });

  test.each([
    [{ name: '' }, 'name', 'Please Enter Name'],
    [{ name: 'x'.repeat(61) }, 'name', /at most 60/],
    [{ name: 'a\u200bb' }, 'name', /invisible/],
    [{ scopes: [] }, 'scopes', 'Please Select Scopes'],
    [{ scopes: undefined }, 'scopes', 'Please Select Scopes'],
    [{ scopes: 'read' }, 'scopes', 'Please Select Scopes'],
    [{ scopes: ['all'] }, 'scopes', /must be some of: read, apps/],
    [{ scopes: ['read', 'read'] }, 'scopes', /twice/],
    [{ endsAt: 'soon' }, 'endsAt', /time in ISO 8601/],
    [{ endsAt: new Date(Date.now() - 1000).toISOString() }, 'endsAt', /in the future/],
    [{ endsAt: new Date(Date.now() + 366 * dayMs).toISOString() }, 'endsAt', /365 days at most/],
    [{ addresses: ['here'] }, 'addresses', /such as 192\.0\.2\.7/],
    [{ addresses: ['192.0.2.0/33'] }, 'addresses', /such as/],
    [{ addresses: Array(21).fill('192.0.2.7') }, 'addresses', /At most 20/],
    [{ addresses: '192.0.2.7' }, 'addresses', /list/],
  ])('%j is refused', async (over, field, message) => {
    const { status, body } = await tryToMake(over);
    expect(status).toBe(400);
    const [error] = failure.parse(body).errors ?? [];
    expect(error?.field.split(/[.[]/)[0]).toBe(field);
    expect(error?.message).toMatch(message);
  });

  it('has addresses only while callers can be told apart', async () => {
    const addresses = ['192.0.2.7'];
    const refused = await tryToMake({ addresses }, admin, { 'x-forwarded-for': '192.0.2.7' });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toMatchObject([
      { field: 'addresses', message: expect.stringContaining('TRUST_PROXY') },
    ]);
    const forwarded = await tryToMake({ addresses }, admin, { forwarded: 'for=192.0.2.7' });
    expect(forwarded.status).toBe(400);
    const without = await tryToMake({}, admin, { 'x-forwarded-for': '192.0.2.7' });
    expect(without.status).toBe(200);
  });

  it('is one of 20 at most; those that have ended do not count', async () => {
    await forget();
    const { id } = await make();
    for (let more = 1; more < 20; more += 1) await make();
    const { status, body } = await tryToMake();
    expect(status).toBe(409);
    expect(body.message).toBe('You have 20 API keys: end some first');
    await endIn(id, -1000);
    await make();
    await forget();
  });

  it('rings the bell of its person, and the log has it', async () => {
    const { id } = await make({ name: 'For the bell' });
    await vi.waitFor(async () => {
      const { data } = (await api.call('getBell', { as: admin })).body;
      expect(data).toContainEqual(
        expect.objectContaining({
          kind: 'key-made',
          text: 'You have a new API key “For the bell”',
          path: '/admin/api-keys',
          isRead: false,
        }),
      );
    });
    await api.call('endApiKey', { as: admin, id });
    const { data } = (await api.call('getChanges', { as: admin, query: { key: id } })).body;
    expect(data.map(({ entity, action, name }: never) => [entity, action, name])).toEqual([
      ['api-key', 'key.end', 'For the bell'],
      ['api-key', 'key.make', 'For the bell'],
    ]);
  });
});

describe('a key acts as its person', () => {
  it('the log says with which key an entry was made', async () => {
    const { key, id } = await make({ name: 'Of CI', scopes: ['apps'] });
    const { body } = await ask(key, 'addApp', { body: sampleAppForm() });
    const { appID, authToken } = body.data;
    expect(authToken, 'whole with the scope apps').toMatch(/^[0-9A-Za-z]{32}$/);
    const { data } = (await api.call('getChanges', { as: admin, query: { key: appID } })).body;
    expect(data[0].actor).toMatchObject({
      kind: 'admin',
      id: adminId,
      via: { key: id, name: 'Of CI' },
    });
    await api.call('updateApp', { as: admin, id: appID, body: { note: 'by hand' } });
    const { data: later } = (await api.call('getChanges', { as: admin, query: { key: appID } }))
      .body;
    expect(later[0].actor).not.toHaveProperty('via');
    expect(
      lines.some((line) => line.includes(`"key":"${id}"`)),
      'the log of the server',
    ).toBe(true);
  });

  it('an owner gets the key of own entries, and of no others', async () => {
    const ofOwner = await make({ name: 'Ada’s', scopes: ['apps'] }, owner.token);
    const ofAdmin = await make({ name: 'Root’s', scopes: ['apps'] });
    const { body } = await ask(ofOwner.key, 'addApp', { body: sampleAppForm() });
    const { appID } = body.data;
    await ask(ofAdmin.key, 'updateApp', { id: appID, body: { note: 'x' } });
    const { data } = (await api.call('getChanges', { as: owner.token, query: { key: appID } }))
      .body;
    expect(data[0].actor).not.toHaveProperty('via');
    expect(data[1].actor.via).toEqual({ key: ofOwner.id, name: 'Ada’s' });
  });

  it('sees what its person sees: an owner own apps', async () => {
    const { key } = await make({}, owner.token);
    expect(await statusOf(key, 'getAllApp')).toBe(403);
    const own = await ask(key, 'getApp', { id: 'ada' });
    expect(own.status).toBe(200);
    const other = await ask(key, 'getApp', { id: 'nobody' });
    expect(other.status).toBe(403);
  });

  test.each([
    ['getAllApp', 'apps', 'The API key “Nightly” has no scope “read”'],
    ['addApp', 'read', 'The API key “Nightly” has no scope “apps”'],
    ['startPause', 'apps', 'The API key “Nightly” has no scope “pauses”'],
    ['addApiKey', 'read', 'No API key may do this: sign in'],
    ['getApiKeys', 'read', 'No API key may do this: sign in'],
    ['getAdmins', 'read', 'No API key may do this: sign in'],
    ['adminChangePassword', 'users', 'No API key may do this: sign in'],
    ['updateVPNAPIKey', 'apps', 'No API key may do this: sign in'],
    ['saveCopy', 'apps', 'No API key may do this: sign in'],
  ] as const)('%s with the scope %s: %s', async (name, scope, message) => {
    await forget();
    const { key } = await make({ scopes: [scope] });
    const { status, body } = await ask(key, name, { body: {} });
    expect(status).toBe(403);
    expect(body.message).toBe(message);
    expect(body).not.toHaveProperty('token');
  });

  it('makes no invitation', async () => {
    const { key } = await make({ scopes: ['users'] });
    const { password: _, ...form } = sampleUserForm({ userId: 'invited' });
    const refused = await ask(key, 'createNewUser', { body: { ...form, invite: true } });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([
      { field: 'invite', message: 'Links are made by people only, not with an API key' },
    ]);
    const update = { id: owner.id, body: { invite: true } };
    expect((await ask(key, 'updateUser', update)).status).toBe(400);
    const made = await ask(key, 'createNewUser', { body: sampleUserForm({ userId: 'made' }) });
    expect(made.status, made.text).toBe(200);
    expect(made.body.data.password).toBe('Hidden');
    const changed = { id: made.body.data.id, body: { password: 'Kelp-Tide-1234' } };
    expect((await ask(key, 'updateUser', changed)).status).toBe(200);
    expect((await ask(key, 'deleteUser', { id: made.body.data.id })).status).toBe(200);
  });

  it('whole tokens are there with the scope apps only', async () => {
    await forget();
    await api.call('addApp', { as: admin, body: sampleAppForm() });
    const tokensOf = async (...scopes: KeyScope[]) => {
      const { key } = await make({ scopes });
      const { data } = (await ask(key, 'getAllApp')).body;
      return data.map(({ authToken }: { authToken: string }) => authToken.length);
    };
    for (const length of await tokensOf('read')) expect(length).toBe(5);
    for (const length of await tokensOf('read', 'apps')) expect(length).toBe(32);
    const { key } = await make();
    const sorted = await ask(key, 'getAllApp', { query: { sort: 'authToken' } });
    expect(sorted.status).toBe(400);
    expect(sorted.body.errors[0].message).toBe(
      'authToken is not for API keys without the scope “apps”',
    );
  });

  it('a viewer’s key only reads', async () => {
    const refused = await tryToMake({ scopes: ['read', 'apps'] }, viewer.token);
    expect(refused.body.errors).toEqual([
      { field: 'scopes', message: 'A viewer’s key has the scope “read” only' },
    ]);
    const { key } = await make({}, viewer.token);
    expect(await statusOf(key, 'getAllApp')).toBe(200);
    expect(await statusOf(key, 'getImportTemplate'), 'closed to viewers').toBe(403);
    expect(await statusOf(key, 'addApp')).toBe(403);
  });

  it('an administrator who becomes a viewer has keys that read, at the next call', async () => {
    const second = await addSecondAdmin(api, 'Changing Role');
    const { key } = await make({ scopes: ['read', 'apps', 'pauses'] }, second.token);
    const app = { body: sampleAppForm() };
    expect((await ask(key, 'addApp', app)).status).toBe(200);
    await api.call('updateAdmin', { as: admin, id: second.id, body: { role: 'viewer' } });
    expect((await ask(key, 'addApp', app)).status).toBe(403);
    const { data } = (await ask(key, 'getAllApp')).body;
    for (const { authToken } of data) expect(authToken).toMatch(/^…/);
  });

  it('its writes are of the budget of its person', async () => {
    const small = await buildTestServer({ WRITES_PER_MINUTE: '1' });
    try {
      const as = await small.signInAdmin();
      const body = { name: 'Busy', scopes: ['apps'] } as const;
      const made = await small.call('addApiKey', { as, body });
      const write = (who: string) => small.callLoosely('addApp', { as: who, body: {} });
      const statuses: number[] = [];
      for (let call = 0; call < 30; call += 1) {
        statuses.push((await write(call % 2 === 0 ? as : made.body.key)).status);
      }
      // 20 writes at once: one has made the key.
      expect(statuses.filter((status) => status === 400)).toHaveLength(19);
      expect(statuses.at(-1)).toBe(429);
      expect(statuses.at(-2)).toBe(429);
    } finally {
      await small.close();
    }
  });
});

describe('a key that does not work', () => {
  const refused = async (answer: Awaited<ReturnType<typeof ask>>, message: RegExp) => {
    expect(answer.status, answer.text).toBe(401);
    expect(answer.body).toMatchObject({ token: false, message: expect.stringMatching(message) });
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
  };

  it('with a wrong checksum is refused without the database', async () => {
    const { key } = await make();
    const before = lines.length;
    const wrong = key.slice(0, 20) + (key[20] === 'x' ? 'y' : 'x') + key.slice(21);
    await refused(await ask(wrong), /a character is missing or wrong/);
    expect(lines.slice(before).join('')).not.toContain(wrong);
    await refused(await ask(key.toLowerCase()), /./);
    await refused(await ask(key.slice(0, -1)), /sign in/);
    await refused(await ask(`${key}x`), /sign in/);
  });

  it('of nobody, ended, or after its end', async () => {
    await refused(await ask(newKeyText()), /no such API key/);
    const { key, id } = await make();
    await endIn(id, -1);
    await refused(await ask(key), /“Nightly” has ended/);
    expect((await keysOf(admin)).data.find((one) => one.id === id)?.state).toBe('ended');
    const other = await make();
    const { status } = await api.call('endApiKey', { as: admin, id: other.id });
    expect(status).toBe(200);
    await refused(await ask(other.key), /no such API key/);
  });

  it('of a disabled, and of a removed administrator', async () => {
    const second = await addSecondAdmin(api, 'Soon Disabled');
    const { key, id } = await make({}, second.token);
    expect(await statusOf(key)).toBe(200);
    await api.call('updateAdmin', { as: admin, id: second.id, body: { enabled: false } });
    await refused(await ask(key), /cannot sign in/);
    await api.call('updateAdmin', { as: admin, id: second.id, body: { enabled: true } });
    expect(await statusOf(key)).toBe(200);
    await api.call('removeAdmin', { as: admin, id: second.id });
    await refused(await ask(key), /no such API key/);
    const row = await api.db.selectFrom('api_key').select('id').where('id', '=', id).execute();
    expect(row).toEqual([]);
  });

  it('of an owner who is invited anew, and of a deleted one', async () => {
    const form = sampleUserForm({ userId: 'kim' });
    const { body } = await api.call('createNewUser', { as: admin, body: form });
    const { id } = body.data;
    const { key } = await make({}, await api.signInUser('kim', form.password));
    expect(await statusOf(key)).toBe(200);
    await api.call('updateUser', { as: admin, id, body: { invite: true } });
    await refused(await ask(key), /cannot sign in/);
    await api.call('updateUser', { as: admin, id, body: { password: 'Kelp-Tide-1234' } });
    expect(await statusOf(key)).toBe(200);
    const deleted = await api.call('deleteUser', { as: admin, id });
    expect(deleted.status).toBe(200);
    await refused(await ask(key), /no such API key/);
    // A restored owner has no keys.
    const entry = await api.db
      .selectFrom('change')
      .select('seq')
      .where('key', '=', id)
      .where('action', '=', 'delete')
      .executeTakeFirstOrThrow();
    await api.call('restoreChange', { as: admin, id: entry.seq, body: {} });
    await refused(await ask(key), /no such API key/);
  });

  it('of an administrator whose password somebody else has made', async () => {
    const second = await addSecondAdmin(api, 'Must Set Up');
    const { key } = await make({}, second.token);
    await api.db
      .updateTable('admin')
      .set({ passwordEndsAt: sql<number>`${nowMs} + 60000` })
      .where('id', '=', second.id)
      .execute();
    const { status, body } = await ask(key);
    expect(status).toBe(403);
    expect(body.mustSetUp).toEqual(['password']);
  });

  it('from another address', async () => {
    await forget();
    const { key } = await make({ addresses: ['192.0.2.0/24', '2001:db8::/32'] });
    expect((await from(key, '192.0.2.200')).status).toBe(200);
    expect((await from(key, '::ffff:192.0.2.200')).status).toBe(200);
    expect((await from(key, '2001:db8::7')).status).toBe(200);
    const { status, body } = await from(key, '198.51.100.7');
    expect(status).toBe(403);
    expect(body.message).toBe('The API key “Nightly” does not work from the address 198.51.100.7');
    // Forwarded fields that a stranger writes do not count.
    const forged = { 'x-forwarded-for': '192.0.2.7', forwarded: 'for=192.0.2.7' };
    expect((await from(key, '198.51.100.7', forged)).status).toBe(403);
  });

  it('in an address is a 400, and in no line of the log', async () => {
    const { key } = await make();
    const encoded = key.replace('adw_', '%61dw%5F');
    for (const url of [
      `/category/getCategory?key=${key}`,
      `/category/getCategory?key=${encoded}`,
      `/apps/ipRules/${key}`,
      `/no/such/page?access_token=${key}`,
    ]) {
      for (const headers of [{}, { authorization: `Bearer ${key}` }]) {
        const { status, body, text } = await api.inject({ method: 'GET', url, headers });
        expect(status, url).toBe(400);
        expect(body.message).toMatch(/does not belong into an address/);
        expect(text).not.toContain(key);
      }
    }
    expect(lines.join('')).not.toContain(key.slice(4, 38));
  });

  it('beyond 600 calls a minute, each key for itself', async () => {
    await forget();
    const busy = await make();
    const calm = await make();
    const { callsPerMinute } = limits.apiKeys;
    for (let call = 0; call < callsPerMinute; call += 1) {
      expect(await statusOf(busy.key)).toBe(200);
    }
    const { status, headers, body } = await ask(busy.key);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(body.message).toMatch(/at most 600 calls in a minute/);
    expect(await statusOf(calm.key)).toBe(200);
    expect((await api.call('getCategory', { as: admin })).status, 'its person').toBe(200);
  });

  it('off after a restore, until an administrator turns it on', async () => {
    await forget();
    const { key, id } = await make({}, owner.token);
    await api.db.updateTable('api_key').set({ enabled: 'off' }).execute();
    await refused(await ask(key), /is off: an administrator can turn it on/);
    const turnOn = (as: string) => api.call('updateApiKey', { as, id, body: { enabled: true } });
    expect((await turnOn(owner.token)).status).toBe(403);
    expect((await turnOn(viewer.token)).status).toBe(403);
    const answer = await turnOn(admin);
    expect(apiKeyAnswer.parse(answer.body).data.state).toBe('on');
    expect(await statusOf(key)).toBe(200);
    const turnOff = await api.call('updateApiKey', { as: admin, id, body: { enabled: false } });
    expect(turnOff.body.data.state).toBe('off');
    await refused(await ask(key), /is off/);
    const { data } = (await api.call('getChanges', { as: admin, query: { key: id } })).body;
    expect(data.map(({ action }: { action: string }) => action)).toEqual([
      'disable',
      'enable',
      'key.make',
    ]);
  });
});

describe('the list', () => {
  it('has own keys; administrators get those of everybody', async () => {
    await forget();
    await make({ name: 'Root’s' });
    await make({ name: 'Ada’s' }, owner.token);
    const viewers = await make({ name: 'Viewer’s' }, viewer.token);
    const names = async (as: string, query: Record<string, string> = {}) =>
      (await keysOf(as, query)).data.map(({ name }) => name);
    expect(await names(admin)).toEqual(['Root’s']);
    expect(await names(owner.token)).toEqual(['Ada’s']);
    expect(await names(viewer.token)).toEqual(['Viewer’s']);
    expect((await names(admin, { all: 'true' })).toSorted()).toEqual([
      'Ada’s',
      'Root’s',
      'Viewer’s',
    ]);
    expect(await names(admin, { account: owner.id })).toEqual(['Ada’s']);
    await endIn(viewers.id, -1000);
    expect(await names(admin, { all: 'true', state: 'ended' })).toEqual(['Viewer’s']);
    expect(await names(admin, { all: 'true', state: 'off' })).toEqual([]);
    expect(await names(admin, { all: 'true', pageSize: '1', page: '2' })).toHaveLength(1);
    for (const as of [owner.token, viewer.token]) {
      for (const query of [{ all: 'true' }, { account: adminId }]) {
        expect((await api.callLoosely('getApiKeys', { as, query })).status).toBe(403);
      }
    }
    expect((await api.callLoosely('getApiKeys', { as: admin, query: { state: 'x' } })).status).toBe(
      400,
    );
  });

  it('somebody ends own keys, and an administrator those of everybody', async () => {
    await forget();
    const ofRoot = await make();
    const ofAda = await make({}, owner.token);
    const end = async (id: string, as: string) => (await api.call('endApiKey', { as, id })).status;
    expect(await end(ofRoot.id, owner.token)).toBe(404);
    expect(await end(ofAda.id, viewer.token)).toBe(404);
    expect(await end(ofAda.id, admin)).toBe(200);
    expect(await end(ofAda.id, admin)).toBe(404);
    const ofViewer = await make({}, viewer.token);
    expect(await end(ofViewer.id, viewer.token)).toBe(200);
  });

  it('the last use is stored, but not at every call', async () => {
    await forget();
    const { key, id } = await make();
    const lastUse = async () =>
      (await api.db.selectFrom('api_key').select('lastUsedAt').executeTakeFirstOrThrow())
        .lastUsedAt;
    expect(await lastUse()).toBeNull();
    await ask(key);
    await vi.waitFor(async () => expect(await lastUse()).not.toBeNull());
    const first = Number(await lastUse());
    await ask(key);
    await ask(key);
    expect(await lastUse()).toBe(first);
    const { usedEveryMinutes } = limits.apiKeys;
    const long = first - usedEveryMinutes * 60_000;
    await api.db.updateTable('api_key').set({ lastUsedAt: long }).where('id', '=', id).execute();
    await ask(key);
    await vi.waitFor(async () => expect(Number(await lastUse())).toBeGreaterThanOrEqual(first));
  });
});

it('a stream ends when its key is ended', async () => {
  await forget();
  const { key, id } = await make();
  const { body } = await api.call('addApp', { as: admin, body: sampleAppForm() });
  const address = await api.listen();
  await api.call('connectApp', { as: admin, id: body.data.appID });
  const response = await fetch(
    address + calls.getConnection.path.replace(':appID', body.data.appID),
    { headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' } },
  );
  const events = eventsOf(response);
  await events.next();
  await api.call('endApiKey', { as: admin, id });
  for (;;) {
    const { done } = await events.next();
    if (done) break;
  }
});
