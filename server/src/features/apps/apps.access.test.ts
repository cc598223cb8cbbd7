import { type CallName, calls } from '@adwarden/contract/calls';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/servers/app-server.ts';

let api: AppServer;
let appID: string;
let before: Awaited<ReturnType<AppServer['everything']>>;

beforeAll(async () => {
  api = await openAppServer();
  appID = (await api.add({ selectedUser: 'ada', reward1: 'ada’s unit' })).appID;
  before = await api.everything();
});
/** No test of this file has written anything. */
afterEach(async () => {
  expect(await api.everything()).toEqual(before);
});
afterAll(() => api?.close());

/** The calls that take an app ID; the body changes something when the app is the caller's. */
const byAppID: [CallName, object | undefined][] = [
  ['updateApp', { note: 'changed' }],
  ['rotateToken', {}],
  ['getOldTokens', undefined],
  ['revokeOldTokens', undefined],
  ['endOldToken', { since: '2026-11-20T09:15:00Z' }],
  ['getIpRules', undefined],
  ['testAds', { ipAddress: '8.8.8.8' }],
  ['deleteApp', undefined],
];

describe('an app ID that is none', () => {
  it.each(byAppID)('is 404 for %s', async (name, body) => {
    for (const id of ['aaaaaaaaaaaaaaaa', "' or ''='", '"', '%', '*', 'Ω🧭', appID.toUpperCase()]) {
      expectRefusal(await api.call(name, { as: api.admin, id, body }), 404);
    }
  });

  it.each(byAppID)('is refused in a strange path of %s', async (name, body) => {
    const paths: [string, number][] = [
      ['%00', 400],
      [`${appID}%00`, 400],
      ['%0a', 400],
      ['%20', 400],
      ['', 400],
      ['a%2fb', 404],
      ['..%2f..', 404],
      ['%252e%252e', 404],
      ['x'.repeat(201), 400],
      ['x'.repeat(10_000), 404],
      ['%ff', 400],
      ['%', 400],
      ['%ed%a0%80', 400],
    ];
    const { method, path } = calls[name];
    for (const [id, status] of paths) {
      const answer = await api.inject({
        method,
        url: path.replace(/:\w+/, id),
        headers: { authorization: `Bearer ${api.admin}` },
        ...(body && { payload: body }),
      });
      expect(answer.status, `${path} ${id.slice(0, 40)}: ${answer.text}`).toBe(status);
      expect(answer.body).toMatchObject({ status: 'error', success: false });
    }
  });
});

describe('somebody else’s app', () => {
  it.each(byAppID.slice(0, 3))('is 404 for %s', async (name, body) => {
    const theirs = await api.call(name, { as: api.eve, id: appID, body });
    const none = await api.call(name, { as: api.eve, id: 'aaaaaaaaaaaaaaaa', body });
    expectRefusal(theirs, 404);
    expect(theirs.body).toEqual(none.body);
  });

  it('shows nothing of itself in a stale edit', async () => {
    const body = { version: 1 };
    expectRefusal(await api.call('updateApp', { as: api.eve, id: appID, body }), 404);
  });

  it('cannot be listed', async () => {
    for (const id of ['ada', 'ADA', 'nemo', 'administrator']) {
      expectRefusal(await api.call('getApp', { as: api.eve, id }), 403);
    }
    const own = await api.call('getApp', { as: api.eve, id: 'eve' });
    expect(own.body.data).toEqual([]);
    const search = await api.call('getApp', { as: api.eve, id: 'eve', query: { userID: 'ada' } });
    expect(search.body).toMatchObject({ data: [], total: 0 });
  });
});

describe('who may not', () => {
  const calls: [CallName, string, number][] = [
    ['getAllApp', 'ada', 403],
    ['deleteApp', 'ada', 403],
    ['getAllApp', '', 401],
    ['getApp', '', 401],
    ['appStats', '', 401],
    ['addApp', '', 401],
    ['updateApp', '', 401],
    ['deleteApp', '', 401],
    ['rotateToken', '', 401],
    ['testAds', '', 401],
    ['rotateToken', 'x'.repeat(43), 401],
    ['addApp', 'not a bearer', 401],
  ];
  it.each(calls)('%s as %j is %d', async (name, who, status) => {
    const as = who === 'ada' ? api.ada : who || undefined;
    const body = name === 'addApp' ? sampleAppForm() : undefined;
    const answer = await api.call(name, { as, id: appID, body });
    expectRefusal(answer, status);
    if (status === 401) expect(answer.body.token).toBe(false);
  });
});
