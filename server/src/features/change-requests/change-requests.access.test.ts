import type { ChangeRequest } from '@adwarden/contract/change-requests/change-requests';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { expectRefusal } from '../../../test/app-server.ts';
import {
  type ChangeRequestServer,
  inHours,
  openChangeRequestServer,
} from '../../../test/change-request-server.ts';

let api: ChangeRequestServer;
beforeAll(async () => {
  api = await openChangeRequestServer();
});
afterAll(() => api?.close());

const off = { adsStatus: 'off' };

describe('who may do what with a request', () => {
  let appID: string;
  let byAdmin: ChangeRequest;
  let byAda: ChangeRequest;
  beforeAll(async () => {
    appID = (await api.add({ selectedUser: 'ada' })).appID;
    byAdmin = await api.schedule({ appID, changes: off });
    byAda = await api.schedule({ appID, changes: { note: 'mine' } }, api.ada);
  });

  it('an owner sees requests for her app, and does not cancel those of others', async () => {
    const { body } = await api.call('getChangeRequests', { as: api.ada, query: { appID } });
    expect(body.data.map(({ id }: ChangeRequest) => id).sort()).toEqual(
      [byAdmin.id, byAda.id].sort(),
    );
    expectRefusal(await api.call('cancelChangeRequest', { as: api.ada, id: byAdmin.id }), 403);
  });

  it('a stranger learns nothing', async () => {
    for (const call of ['cancelChangeRequest', 'applyChangeRequest'] as const) {
      expectRefusal(await api.call(call, { as: api.eve, id: byAda.id }), 404);
      expectRefusal(await api.call(call, { as: api.admin, id: 'nothing' }), 404);
    }
  });

  it('an owner neither approves nor rejects', async () => {
    for (const call of ['approveChangeRequest', 'rejectChangeRequest'] as const) {
      const body = { reason: 'x' };
      expectRefusal(await api.call(call, { as: api.ada, id: byAda.id, body }), 403);
    }
  });

  it('a new owner of the app sees the request, and not whose it was', async () => {
    await api.update(appID, { selectedUser: 'eve' });
    const seen = await api.request(byAda.id, api.eve);
    expect(seen.author).toEqual({ kind: 'user', id: '', name: 'Another user' });
    const former = await api.request(byAda.id, api.ada);
    expect(former.diff[0]?.now).toBe(null);
    await api.update(appID, { appName: 'Renamed by Eve' });
    expect((await api.request(byAda.id, api.ada)).appName).not.toBe('Renamed by Eve');
    expect(
      (await api.schedule({ appID, changes: { note: 'of Eve' }, at: byAda.at }, api.eve)).state,
      'the request of the former owner is in nobody’s way',
    ).toBe('scheduled');
    expect((await api.call('cancelChangeRequest', { as: api.ada, id: byAda.id })).status).toBe(200);
  });
});

test('the list has filters, an order and pages', async () => {
  const { appID } = await api.add({ appName: 'Listed' });
  const made: string[] = [];
  for (const hours of [3, 1, 2]) {
    const changes = { note: `in ${hours}` };
    made.push((await api.schedule({ appID, changes, at: inHours(hours), note: `N${hours}` })).id);
  }
  const ids = async (query: Record<string, string | number>) => {
    const answer = await api.call('getChangeRequests', {
      as: api.admin,
      query: { appID, ...query },
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data.map(({ id }: ChangeRequest) => made.indexOf(id));
  };
  await api.call('cancelChangeRequest', { as: api.admin, id: made[1] ?? '' });
  expect(await ids({ sort: 'at' })).toEqual([1, 2, 0]);
  expect(await ids({ sort: '-at', page: 1, pageSize: 1 })).toEqual([2]);
  expect(await ids({ state: 'cancelled' })).toEqual([1]);
  expect(await ids({ state: 'open', sort: 'at' })).toEqual([2, 0]);
  expect(await ids({ search: 'n3' })).toEqual([0]);
  expect(await ids({ search: 'listed', state: 'cancelled' })).toEqual([1]);
  const bad = await api.call('getChangeRequests', { as: api.admin, query: { state: 'due' } });
  expectRefusal(bad, 400, 'state');
});
