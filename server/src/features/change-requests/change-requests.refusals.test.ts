import { limits } from '@adwarden/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../../test/servers/app-server.ts';
import {
  type ChangeRequestServer,
  inHours,
  openChangeRequestServer,
} from '../../../test/servers/change-request-server.ts';

let api: ChangeRequestServer;
let appID: string;
beforeAll(async () => {
  api = await openChangeRequestServer();
  appID = (await api.add({ selectedUser: 'ada' })).appID;
});
afterAll(() => api?.close());

const off = { adsStatus: 'off' };
const day = 24;

describe('a request is refused by name, and nothing is stored:', () => {
  const cases: [string, object, string, string | RegExp][] = [
    ['without a time', { at: undefined }, 'at', 'Please Select Time'],
    ['in the past', { at: inHours(-0.01) }, 'at', 'Time must be in the future'],
    ['more than a year ahead', { at: inHours(365 * day + 1) }, 'at', /at most a year/],
    ['with a date', { at: '2027-01-01' }, 'at', /with its zone/],
    ['without an app', { appID: '' }, 'appID', 'Please Select Application'],
    ['without changes', { changes: {} }, 'changes', /Nothing to change/],
    ['with what is so already', { changes: { adsStatus: 'on' } }, 'changes', /Nothing to change/],
    ['with an unknown field', { changes: { ...off, colour: 'x' } }, 'changes.colour', /Unknown/],
    ['with an icon', { changes: { icon: 'x' } }, 'changes.icon', /icon cannot be changed later/],
    ['with a blank name', { changes: { appName: ' ' } }, 'changes.appName', /Please Enter/],
    ['with no category', { changes: { category: 'No' } }, 'changes.category', 'Unknown category'],
    ['with no user', { changes: { selectedUser: 'no' } }, 'changes.selectedUser', 'Unknown owner'],
    ['with no country', { changes: { country: 'Germny' } }, 'changes.country', /Germny/],
    ['with a long note', { note: 'x'.repeat(5001) }, 'note', /at most 5000/],
  ];
  it.each(cases)('%s', async (_, over, field, message) => {
    const before = await api.requestsAndApps();
    const answer = await api.create({ appID, changes: off, ...over });
    expectRefusal(answer, 400, field);
    expect(answer.body.errors[0].message).toMatch(message);
    expect(await api.requestsAndApps()).toEqual(before);
  });

  it.each(['selectedUser', 'ipAddress', 'country'])('%s, by an owner', async (field) => {
    const value = { selectedUser: 'eve', ipAddress: 'on', country: 'IN' }[field];
    const answer = await api.create({ appID, changes: { [field]: value } }, api.ada);
    expectRefusal(answer, 400, `changes.${field}`);
    expect(answer.body.message).toMatch(/is for administrators only$/);
  });

  it.each([
    ['an unknown app', () => api.admin, 'nothing'],
    ['the app of somebody else', () => api.eve, ''],
  ])('%s', async (_, as, id) => {
    expectRefusal(await api.create({ appID: id || appID, changes: off }, as()), 404, 'appID');
  });
});

it('a second request for the same field and time is told of the first', async () => {
  const at = inHours(5);
  const first = await api.schedule({ appID, changes: { ...off, note: 'x' }, at });
  const before = await api.requestsAndApps();
  const changes = { appName: 'New', note: 'y' };
  const second = await api.create({ appID, changes, at }, api.ada);
  const message = `Note is to be changed at ${at} already, by Administrator`;
  expectRefusal(second, 409, 'changes.note', message);
  expect(second.body.changeRequest).toEqual({ ...first, author: { ...first.author, id: '' } });
  expect(await api.requestsAndApps()).toEqual(before);
  await api.schedule({ appID, changes: { appName: 'New' }, at });
  await api.schedule({ appID, changes: { note: 'y' }, at: inHours(6) });
});

it('an app has a limited number of open requests, of its owner and of administrators', async () => {
  const { appID: id } = await api.add({ selectedUser: 'eve' });
  const more = { appID: id, changes: { note: 'more' }, at: inHours(99) };
  for (const as of [api.eve, api.admin]) {
    for (let index = 0; index < limits.changeRequests.openOfApp; index += 1) {
      const at = new Date(Date.now() + (as === api.eve ? 1 : 2) * 3_600_000 + index * 1000);
      const changes = { note: `${as === api.eve} ${index}` };
      const made = await api.create({ appID: id, changes, at: at.toISOString() }, as);
      expect(made.status, made.text).toBe(200);
    }
    const answer = await api.create(more, as);
    expectRefusal(answer, 409);
    expect(answer.body.message).toMatch(/has 50 open change requests/);
  }
});

it('an owner has a limited number of open requests, closed ones do not count', async () => {
  const [ada] = await api.db
    .selectFrom('app_user')
    .selectAll()
    .where('userID', '=', 'ada')
    .execute();
  const [row] = await api.db.selectFrom('change_request').selectAll().limit(1).execute();
  if (!row) throw new Error('there is no request to copy');
  const most = limits.quotas.changeRequests.user;
  const of = (state: 'scheduled' | 'cancelled', count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...row,
      id: `${state}-${index}`,
      appID: 'another',
      state,
      authorKind: 'user' as const,
      authorId: ada?.id ?? '',
    }));
  const rows = [...of('scheduled', most - 1), ...of('cancelled', 10)];
  for (let from = 0; from < rows.length; from += 500) {
    await api.db
      .insertInto('change_request')
      .values(rows.slice(from, from + 500))
      .execute();
  }
  const { appID: id } = await api.add({ selectedUser: 'ada' });
  await api.schedule({ appID: id, changes: { note: 'the last' } }, api.ada);
  const answer = await api.create({ appID: id, changes: off }, api.ada);
  expectRefusal(answer, 409);
  expect(answer.body.message).toMatch(/^This account has 2000 open/);
  await api.schedule({ appID: id, changes: off });
});
