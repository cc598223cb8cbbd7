import type { ChangeRequest } from '@adwarden/contract/change-requests/change-requests';
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

const off = { adsStatus: 'off' };

describe('a scheduled change', () => {
  it('is answered with what it changes, and listed for its author and administrators', async () => {
    const { appID } = await api.add({ selectedUser: 'ada' });
    const at = inHours(3);
    const changes = { ...off, note: 'Quiet', appName: 'Tide Clock' };
    const note = 'Holidays\nuntil Monday';
    const made = await api.schedule({ appID, changes, at, note }, api.ada);
    expect(made).toEqual({
      id: expect.stringMatching(/^[a-z2-7]{16}$/),
      appID,
      appName: 'Tide Clock',
      state: 'scheduled',
      approval: false,
      at,
      note,
      diff: [
        { field: 'adsStatus', before: 'on', after: 'off', now: 'on' },
        {
          field: 'note',
          before: 'First release in spring',
          after: 'Quiet',
          now: expect.any(String),
        },
      ],
      author: { kind: 'user', id: expect.any(String), name: 'Ada Harbour' },
      decidedBy: null,
      reason: '',
      createdAt: expect.any(String),
      changedAt: made.createdAt,
    });
    expect(await api.request(made.id, api.ada)).toEqual(made);
    expect(await api.request(made.id)).toEqual(made);
    const { body } = await api.call('getChangeRequests', { as: api.eve });
    expect(body).toMatchObject({ data: [], total: 0, page: 0, pageSize: 10 });
    expect((await api.app(appID)).adsStatus).toBe('on');
  });

  it('is applied at its time, once, in the name of its author', async () => {
    const { appID, version } = await api.add({ selectedUser: 'ada' });
    const made = await api.schedule({ appID, changes: off }, api.ada);
    await api.fallDue(made.id);
    const applied = await api.becomes(made.id, 'applied');
    expect(applied.diff).toEqual([{ field: 'adsStatus', before: 'on', after: 'off', now: null }]);
    const app = await api.app(appID);
    expect(app).toMatchObject({ adsStatus: 'off' });
    expect(app.version).toBeGreaterThan(version);
    const entries = await api.entriesOf(appID);
    expect(entries.map(({ action, actorName }) => [action, actorName])).toEqual([
      ['create', 'Administrator'],
      ['update', 'Ada Harbour (scheduled)'],
    ]);
    const own = await api.entriesOf(made.id);
    expect(own.map(({ entity, actorName, row }) => [entity, actorName, row.state])).toEqual([
      ['change-request', 'Ada Harbour', 'scheduled'],
      ['change-request', 'Adwarden', 'applied'],
    ]);
    const { body } = await api.call('getChanges', {
      as: api.admin,
      query: { entity: 'change-request', key: made.id },
    });
    expect(body.data[0]).toMatchObject({ name: app.appName, action: 'update' });
    const state = { field: 'state', before: 'scheduled', after: 'applied' };
    expect(body.data[0].diff).toContainEqual(state);
    const restore = await api.call('restoreChange', { as: api.admin, id: body.data[0].seq });
    expectRefusal(restore, 400);
    const undo = await api.call('undoChange', { as: api.admin, id: app.version });
    expect(undo.body.data.app.adsStatus, undo.text).toBe('on');
  });

  it('changes the countries of a configured app, and configures another one', async () => {
    for (const isConfigured of [true, false]) {
      const { appID } = await api.add();
      const body = { id: appID, country: 'IN' };
      if (isConfigured) await api.call('addConfigureApp', { as: api.admin, body });
      const changes = { country: 'Germany, US', ipAddress: 'on' };
      const { id, diff } = await api.schedule({ appID, changes });
      const before = isConfigured ? 'IN' : '';
      expect(diff.at(-1)).toEqual({ field: 'country', before, after: 'Germany,US', now: before });
      await api.fallDue(id);
      await api.becomes(id, 'applied');
      const { body: list } = await api.call('getConfigureApp', { as: api.admin, query: { appID } });
      expect(list.data[0]).toMatchObject({ countryCodes: ['DE', 'US'], ipAddress: 'on' });
    }
  });

  it('counts what is scheduled before it: off in an hour and on again in two', async () => {
    const { appID } = await api.add();
    const first = await api.schedule({ appID, changes: off, at: inHours(1) });
    const second = await api.schedule({ appID, changes: { adsStatus: 'on' }, at: inHours(2) });
    expect(second.diff).toEqual([{ field: 'adsStatus', before: 'off', after: 'on', now: 'on' }]);
    await api.fallDue(first.id);
    await api.becomes(first.id, 'applied');
    expect((await api.app(appID)).adsStatus).toBe('off');
    await api.fallDue(second.id);
    await api.becomes(second.id, 'applied');
    expect((await api.app(appID)).adsStatus).toBe('on');
  });

  it('is applied after an outage of less than 24 hours, and missed after a longer one', async () => {
    const { appID } = await api.add();
    const early = await api.schedule({ appID, changes: off });
    const late = await api.schedule({ appID, changes: { note: 'late' }, at: inHours(2) });
    await api.fallDue(early.id, 25);
    await api.fallDue(late.id, 23.9);
    const missed = await api.becomes(early.id, 'missed');
    expect(missed.reason).toMatch(/more than a day ago/);
    await api.becomes(late.id, 'applied');
    expect(await api.app(appID)).toMatchObject({ adsStatus: 'on', note: 'late' });
  });
});

describe('a conflict', () => {
  async function conflict() {
    const { appID } = await api.add({ selectedUser: 'ada', note: 'as it was' });
    const changes = { ...off, note: 'as planned' };
    const { id } = await api.schedule({ appID, changes }, api.ada);
    await api.update(appID, { note: 'by somebody else' });
    await api.fallDue(id);
    const found = await api.becomes(id, 'conflict');
    expect(found.reason).toBe('Changed since: Note');
    expect(found.diff).toContainEqual({
      field: 'note',
      before: 'as it was',
      after: 'as planned',
      now: 'by somebody else',
    });
    expect(await api.app(appID)).toMatchObject({ adsStatus: 'on', note: 'by somebody else' });
    return { appID, id };
  }

  it('is applied anyway by its author or an administrator', async () => {
    for (const [as, name] of [
      [api.ada, 'Ada Harbour (scheduled)'],
      [api.admin, 'Ada Harbour (scheduled, applied by Administrator)'],
    ] as const) {
      const { appID, id } = await conflict();
      const answer = await api.call('applyChangeRequest', { as, id });
      expect(answer.body.data.state, answer.text).toBe('applied');
      expect(await api.app(appID)).toMatchObject({ adsStatus: 'off', note: 'as planned' });
      expect((await api.entriesOf(appID)).at(-1)?.actorName).toBe(name);
      const again = await api.call('applyChangeRequest', { as, id });
      expectRefusal(again, 409);
      expect(again.body.changeRequest).toMatchObject({ id, state: 'applied' });
    }
  });

  it('is cancelled and changes nothing', async () => {
    const { appID, id } = await conflict();
    const answer = await api.call('cancelChangeRequest', { as: api.ada, id });
    expect(answer.body.data.state, answer.text).toBe('cancelled');
    expect(await api.app(appID)).toMatchObject({ adsStatus: 'on', note: 'by somebody else' });
  });

  it('is not made by a change of another field, or by the wanted value', async () => {
    const { appID } = await api.add();
    const { id } = await api.schedule({ appID, changes: { ...off, note: 'new' } });
    await api.update(appID, { accountName: 'Another', note: 'new' });
    await api.fallDue(id);
    await api.becomes(id, 'applied');
    expect(await api.app(appID)).toMatchObject({ adsStatus: 'off', accountName: 'Another' });
  });
});

test('one that cannot be applied fails with the reason, and the others are applied', async () => {
  const apps = await Promise.all([1, 2, 3, 4].map(() => api.add({ selectedUser: 'ada' })));
  const requests: ChangeRequest[] = [];
  for (const { appID } of apps) {
    requests.push(await api.schedule({ appID, changes: { category: 'Tools', ...off } }, api.ada));
  }
  const [deleted, given, removed, good] = apps.map(({ appID }) => appID as string);
  await api.call('deleteApp', { as: api.admin, id: deleted as string });
  await api.update(given as string, { selectedUser: 'eve' });
  await api.db
    .updateTable('change_request')
    .set({ changes: JSON.stringify({ adsStatus: 'off', category: 'Gone' }) })
    .where('appID', '=', removed as string)
    .execute();
  for (const { id } of requests) await api.fallDue(id);
  const reasons = [];
  for (const [index, { id }] of requests.entries()) {
    reasons.push((await api.becomes(id, index < 3 ? 'failed' : 'applied')).reason);
  }
  expect(reasons).toEqual([
    'The application was deleted',
    'The application does not belong to its author any more',
    'Unknown category: Gone',
    '',
  ]);
  expect(await api.app(good as string)).toMatchObject({ adsStatus: 'off', category: 'Tools' });
  expect(await api.app(removed as string)).toMatchObject({ adsStatus: 'on' });
  expect(await api.app(given as string)).toMatchObject({ adsStatus: 'on' });
  expect((await api.request(requests[0]?.id ?? '')).diff[0]).toMatchObject({ now: null });
});
