import { adUnitSlots } from '@adwarden/contract/ad-units';
import { limits } from '@adwarden/contract/limits';
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

const required = [
  ['appName', 'Please Enter App Name'],
  ['packageName', 'Please Enter Package Name'],
  ['category', 'Please Select Category'],
  ['adsStatus', 'Please Select Ads Status'],
  ['appStatus', 'Please Select App Status'],
  ['visibleExtra', 'Please Select Visible Extra'],
  ['ipAddress', 'Please Select IP Address'],
] as const;

const bad: [string, Record<string, unknown>][] = [
  ...(['appName', 'packageName', 'accountName', 'category', 'selectedUser'] as const).flatMap(
    (field): [string, Record<string, unknown>][] => [
      [`an overlong ${field}`, { [field]: 'x'.repeat(256) }],
      [`a NUL in ${field}`, { [field]: 'a\u0000b' }],
      [`a newline in ${field}`, { [field]: 'a\nb' }],
      [`an escape sequence in ${field}`, { [field]: 'a\u001b[31m' }],
      [`half a surrogate pair in ${field}`, { [field]: 'a\ud83c' }],
      [`a number as ${field}`, { [field]: 7 }],
      [`null as ${field}`, { [field]: null }],
      [`an array as ${field}`, { [field]: ['a'] }],
      [`an object as ${field}`, { [field]: { a: 1 } }],
    ],
  ),
  ['an overlong note', { note: 'x'.repeat(limits.text.note + 1) }],
  ['a NUL in the note', { note: 'a\u0000' }],
  ...adUnitSlots.flatMap(({ name }): [string, Record<string, unknown>][] => [
    [`an overlong ${name}`, { [name]: 'x'.repeat(limits.text.adUnit + 1) }],
    [`true as ${name}`, { [name]: true }],
  ]),
  ...(['adsStatus', 'appStatus', 'visibleExtra', 'ipAddress'] as const).flatMap(
    (field): [string, Record<string, unknown>][] => [
      [`a strange ${field}`, { [field]: 'maybe' }],
      [`${field} in capitals`, { [field]: 'ON' }],
      [`a flag as ${field}`, { [field]: true }],
    ],
  ),
  ['an unknown category', { category: 'Alchemy' }],
  ['a category in other case', { category: 'weather' }],
  ['an unknown owner', { selectedUser: 'nemo' }],
  ['quotes for an owner', { selectedUser: `' or 1=1 --` }],
];

describe('a new app is refused', () => {
  it.each(required)('without %s', async (field, message) => {
    const { [field]: _, ...form } = sampleAppForm();
    expectRefusal(
      await api.callLoosely('addApp', { as: api.admin, body: form }),
      400,
      field,
      message,
    );
    const blank = { ...sampleAppForm(), [field]: '' };
    expectRefusal(await api.call('addApp', { as: api.admin, body: blank }), 400, field, message);
  });

  it.each(['appName', 'packageName', 'category'])('with a blank %s', async (field) => {
    const body = { ...sampleAppForm(), [field]: ' \u00a0\t ' };
    expectRefusal(await api.call('addApp', { as: api.admin, body }), 400, field);
  });

  it.each(bad)('with %s', async (_, over) => {
    const body = { ...sampleAppForm(), ...over } as const;
    expectRefusal(await api.call('addApp', { as: api.admin, body }), 400, Object.keys(over)[0]);
  });

  it.each(['appName', 'packageName', 'accountName', 'category'])(
    'with invisible characters in %s',
    async (field) => {
      const body = { ...sampleAppForm(), [field]: 'Tide\u202e Clock' } as const;
      expectRefusal(await api.call('addApp', { as: api.admin, body }), 400, field);
    },
  );

  it('with nothing at all, naming every field', async () => {
    const answer = await api.callLoosely('addApp', { as: api.admin, body: {} });
    expectRefusal(answer, 400);
    expect(answer.body.errors).toEqual(required.map(([field, message]) => ({ field, message })));
  });

  it('of an owner with nothing at all, naming the owner’s fields', async () => {
    const answer = await api.callLoosely('addApp', { as: api.ada, body: {} });
    expect(answer.body.errors).toEqual(
      required.slice(0, -1).map(([field, message]) => ({ field, message })),
    );
  });

  it.each([
    ['cut off', '{"appName":"x"', 400],
    ['an array', '[]', 400],
    ['a text', '"x"', 400],
    ['null', 'null', 400],
    ['poisoned', '{"__proto__":{"appName":"x"}}', 400],
    ['empty', '', 400],
    ['too large', JSON.stringify({ note: 'x'.repeat(limits.bodyBytes.app) }), 413],
  ])('when its JSON is %s', async (_, payload, status) => {
    for (const as of [api.admin, api.ada]) {
      const headers = { authorization: `Bearer ${as}`, 'content-type': 'application/json' };
      const url = '/apps/addApp';
      expectRefusal(await api.inject({ method: 'POST', url, payload, headers }), status);
    }
  });

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense'])(
    'as %s',
    async (type) => {
      const headers = { authorization: `Bearer ${api.admin}`, 'content-type': type };
      const request = { method: 'POST', url: '/apps/addApp', payload: 'a=b', headers } as const;
      expectRefusal(await api.inject(request), 415);
    },
  );
});

describe('an edit is refused', () => {
  it.each(bad)('with %s', async (_, over) => {
    const answer = await api.call('updateApp', { as: api.admin, id: appID, body: over });
    expectRefusal(answer, 400, Object.keys(over)[0]);
  });

  it.each(required)('with a blank %s', async (field, message) => {
    const body = { [field]: '' };
    const answer = await api.call('updateApp', { as: api.admin, id: appID, body });
    expectRefusal(answer, 400, field, message);
  });

  it.each([[-1], ['x'], [1.5], [null], [2 ** 60], ['9'.repeat(30)]])(
    'with %j as the version',
    async (version) => {
      const body = { version } as const;
      const answer = await api.callLoosely('updateApp', { as: api.admin, id: appID, body });
      expectRefusal(answer, 400, 'version');
    },
  );

  it.each(['', 'another', 7])('with %j as the id in the body', async (id) => {
    const answer = await api.callLoosely('updateApp', {
      as: api.admin,
      id: appID,
      body: { id, note: 'n' },
    });
    expectRefusal(answer, 400, 'id');
  });

  it('with a version that is not the app’s', async () => {
    const body = { version: 1, note: 'n' };
    expectRefusal(await api.call('updateApp', { as: api.admin, id: appID, body }), 409);
  });
});
