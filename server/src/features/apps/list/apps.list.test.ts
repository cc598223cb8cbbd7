import { limits } from '@adwarden/contract/limits';
import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestServer, type TestServer } from '../../../../test/servers/build-test-server.ts';

let test: TestServer;
let admin: string;
let ada: string;
const names = Array.from({ length: 12 }, (_, index) => `App ${String(index).padStart(2, '0')}`);

beforeAll(async () => {
  test = await buildTestServer();
  admin = await test.signInAdmin();
  await test.call('createNewUser', { as: admin, body: sampleUserForm({ userId: 'Ada' }) });
  ada = await test.signInUser('ada', sampleUserForm().password);
  for (const [index, appName] of names.entries()) {
    const selectedUser = index % 3 === 0 ? 'ada' : '';
    await test.call('addApp', { as: admin, body: sampleAppForm({ appName, selectedUser }) });
  }
});
afterAll(() => test?.close());

type Query = Record<string, string | number>;
const all = (query?: Query) => test.call('getAllApp', { as: admin, ...(query && { query }) });
const own = (id: string, query?: Query, as = ada) =>
  test.call('getApp', { as, id, ...(query && { query }) });
const namesIn = (answer: Awaited<ReturnType<typeof all>>) =>
  answer.body.data.map(({ appName }: { appName: string }) => appName);

describe('the list of all apps', () => {
  it('is whole without parameters, and has no totals', async () => {
    const answer = await all();
    expect(answer.status, answer.text).toBe(200);
    expect(namesIn(answer).sort()).toEqual(names);
    expect(Object.keys(answer.body).sort()).toEqual(['data', 'message', 'status', 'success']);
  });

  it('has pages of ten, newest first, with totals', async () => {
    const first = await all({ page: 0 });
    const second = await all({ page: 1 });
    expect(first.body).toMatchObject({ total: 12, page: 0, pageSize: 10 });
    expect(second.body).toMatchObject({ total: 12, page: 1, pageSize: 10 });
    expect(first.body.data).toHaveLength(10);
    expect([...namesIn(first), ...namesIn(second)].sort()).toEqual(names);
    const times = [...first.body.data, ...second.body.data].map((app) => app.createdAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('is sorted, searched and filtered', async () => {
    expect(namesIn(await all({ sort: 'appName', pageSize: 2 }))).toEqual(names.slice(0, 2));
    expect(namesIn(await all({ sort: '-appName', pageSize: 1 }))).toEqual(names.slice(-1));
    expect(namesIn(await all({ search: 'PP 07' }))).toEqual(['App 07']);
    expect(namesIn(await all({ appName: 'p 1', sort: 'appName' }))).toEqual(names.slice(10));
    expect((await all({ userID: 'ada' })).body.total).toBe(4);
    expect((await all({ appStatus: 'suspend' })).body).toMatchObject({ total: 0, data: [] });
  });

  it('is empty past its end', async () => {
    expect((await all({ page: limits.maxPage })).body).toMatchObject({ data: [], total: 12 });
  });

  it.each([
    ['page', 'x'],
    ['page', '-1'],
    ['page', '1.5'],
    ['page', '9'.repeat(30)],
    ['page', '1e3'],
    ['page', ''],
    ['pageSize', '0'],
    ['pageSize', '101'],
    ['pageSize', 'NaN'],
    ['sort', 'password'],
    ['sort', '--appName'],
    ['sort', 'appName;drop table app'],
    ['search', 'x'.repeat(limits.text.search + 1)],
    ['search', 'a\u0000'],
    ['appName', 'x'.repeat(limits.text.filter + 1)],
    ['adsStatus', 'maybe'],
    ['appStatus', 'LIVE'],
    ['createdFrom', 'yesterday'],
    ['createdTo', '2026-02-31'],
    ['nonsense', '1'],
    ['ownerId', 'x'],
  ])('refuses %s=%s', async (field, value) => {
    for (const answer of [await all({ [field]: value }), await own('ada', { [field]: value })]) {
      expect(answer.status, answer.text).toBe(400);
      expect(answer.body).toMatchObject({ status: 'error', success: false });
      expect(answer.body.errors[0].field).toBe(field);
    }
  });

  it('refuses a parameter that is repeated', async () => {
    const headers = { authorization: `Bearer ${admin}` };
    const url = '/apps/getAllApp?page=1&page=2';
    expect((await test.inject({ method: 'GET', url, headers })).status).toBe(400);
  });
});

describe('the list of one owner', () => {
  const owned = names.filter((_, index) => index % 3 === 0);

  it.each(['ada', 'Ada', 'ADA'])('is asked for by login id %s', async (id) => {
    expect(namesIn(await own(id)).sort()).toEqual(owned);
  });

  it('is paged as well', async () => {
    const answer = await own('ada', { pageSize: 3, sort: 'appName' });
    expect(answer.body).toMatchObject({ total: 4, page: 0, pageSize: 3 });
    expect(namesIn(answer)).toEqual(owned.slice(0, 3));
  });

  it('is the same for an administrator, and 404 for an unknown owner', async () => {
    expect(namesIn(await own('ada', undefined, admin)).sort()).toEqual(owned);
    for (const id of ['nemo', "'", '%', 'a_a']) {
      expect((await own(id, undefined, admin)).status).toBe(404);
    }
  });
});
