import type { ChangeRequest } from '@adwarden/contract/change-requests/change-requests';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { expectRefusal } from '../../../test/servers/app-server.ts';
import {
  type ChangeRequestServer,
  inHours,
  openChangeRequestServer,
} from '../../../test/servers/change-request-server.ts';

let api: ChangeRequestServer;
beforeAll(async () => {
  api = await openChangeRequestServer();
});
afterAll(() => api?.close());

const list = async (as: string, query: Record<string, string>): Promise<ChangeRequest[]> => {
  const answer = await api.call('getChangeRequests', { as, query });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.total).toBe(answer.body.data.length);
  return answer.body.data;
};

describe('who may do what with a request', () => {
  let appID: string;
  let byAdmin: ChangeRequest;
  let byAda: ChangeRequest;
  beforeAll(async () => {
    appID = (await api.add({ selectedUser: 'ada' })).appID;
    byAda = await api.schedule({ appID, changes: { note: 'mine' } }, api.ada);
    const at = inHours(2);
    byAdmin = await api.schedule({ appID, changes: { note: 'new' }, at, note: 'Dear Ada' });
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

  it('an owner reads what an administrator has written to them', async () => {
    const [seen] = (await list(api.ada, { search: 'dear' })) ?? [];
    expect(seen).toMatchObject({ id: byAdmin.id, note: 'Dear Ada', diff: [{ before: 'mine' }] });
  });

  it('an owner neither approves nor rejects', async () => {
    for (const call of ['approveChangeRequest', 'rejectChangeRequest'] as const) {
      const body = { reason: 'x' };
      expectRefusal(await api.call(call, { as: api.ada, id: byAda.id, body }), 403);
    }
  });

  it('a new owner of the app sees those of administrators, and none of the former owner', async () => {
    await api.update(appID, { selectedUser: 'eve' });
    const seen = await list(api.eve, { appID });
    expect(seen.map(({ id }) => id)).toEqual([byAdmin.id]);
    const author = { kind: 'admin', id: '', name: 'Administrator' };
    expect(seen[0], 'not what was written to Ada, nor what she had planned').toMatchObject({
      author,
      note: '',
      diff: [{ field: 'note', before: sampleAppForm().note, after: 'new' }],
    });
    for (const search of ['Ada Harbour', 'ada', 'mine']) {
      expect(await list(api.eve, { search }), search).toEqual([]);
    }
    expectRefusal(await api.call('cancelChangeRequest', { as: api.eve, id: byAda.id }), 404);
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

test('an owner does not learn that an administrator is going to give the app to somebody', async () => {
  const { appID } = await api.add({ appName: 'Kelp Radio', note: 'old', selectedUser: 'ada' });
  const at = inHours(2);
  const changes = { selectedUser: 'eve', note: 'for the new owner' };
  const handover = await api.schedule({ appID, changes, at, note: 'Ada leaves' });
  for (const as of [api.ada, api.eve]) {
    expect(await list(as, { appID })).toEqual([]);
    expect(await list(as, { search: 'Ada leaves' })).toEqual([]);
    for (const call of ['cancelChangeRequest', 'applyChangeRequest'] as const) {
      expectRefusal(await api.call(call, { as, id: handover.id }), 404);
    }
  }
  const same = await api.schedule({ appID, changes: { note: 'mine' }, at }, api.ada);
  expect(same.diff[0]?.before, 'it is in nobody’s way').toBe('old');
  const later = { appID, changes: { note: 'later' }, at: inHours(3) };
  expect((await api.schedule(later, api.ada)).diff[0]?.before).toBe('mine');
  const after = { appID, changes: { note: 'last' }, at: inHours(4), note: 'Dear Eve' };
  const { id } = await api.schedule(after);
  const seen = (await list(api.ada, { appID })).find((one) => one.id === id);
  expect(seen).toMatchObject({ note: '', diff: [{ before: 'old', after: 'last' }] });
});

test('an app does not wait for the approval of what its former owner wanted', async () => {
  const { appID } = await api.add({ selectedUser: 'ada' });
  await api.needApproval('ada', 'on');
  await api.update(appID, { note: 'later' }, api.ada);
  await api.needApproval('ada', 'off');
  expect((await api.app(appID)).waiting).toBe(true);
  await api.update(appID, { selectedUser: 'eve' });
  expect((await api.app(appID)).waiting).toBe(false);
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
  const bad = await api.callLoosely('getChangeRequests', {
    as: api.admin,
    query: { state: 'due' },
  });
  expectRefusal(bad, 400, 'state');
});

test('one request is read by those who see it, and by nobody else', async () => {
  const { appID } = await api.add({ selectedUser: 'ada' });
  const { id } = await api.schedule({ appID, changes: { note: 'read alone' } }, api.ada);
  for (const as of [api.admin, api.ada]) {
    const answer = await api.call('getChangeRequest', { as, id });
    expect(answer.body.data, answer.text).toMatchObject({ id, appID, state: 'scheduled' });
  }
  expectRefusal(await api.call('getChangeRequest', { as: api.eve, id }), 404);
  expectRefusal(await api.call('getChangeRequest', { as: api.ada, id: 'nobody' }), 404);
});

test('an app says when its next scheduled change is applied, as far as the caller sees it', async () => {
  const { appID } = await api.add({ selectedUser: 'ada' });
  const next = async (as = api.admin) => {
    const id = as === api.ada ? 'ada' : undefined;
    const { body } = await api.call(id ? 'getApp' : 'getAllApp', {
      as,
      ...(id && { id }),
      query: { appID },
    });
    return body.data[0].scheduledAt;
  };
  expect(await next()).toBeNull();
  const changes = { note: 'later' };
  const last = await api.schedule({ appID, changes, at: inHours(9) }, api.ada);
  const gives = await api.schedule({ appID, changes: { selectedUser: 'eve' }, at: inHours(3) });
  expect(await next()).toBe(gives.at);
  expect(await next(api.ada), 'that it is given away is not for her').toBe(last.at);
  await api.call('cancelChangeRequest', { as: api.admin, id: gives.id });
  await api.update(appID, { selectedUser: 'eve' });
  expect(await next(), 'what a former owner wanted is never applied').toBeNull();
});
