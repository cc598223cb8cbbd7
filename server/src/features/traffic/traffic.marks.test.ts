import { limits } from '@adwarden/contract/limits';
import type { PauseScope } from '@adwarden/contract/pauses/pauses';
import type { TrafficMark } from '@adwarden/contract/traffic/marks';
import { trafficAnswer } from '@adwarden/contract/traffic/traffic';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BatchServer, openBatchServer } from '../../../test/servers/batch-server.ts';
import { dayMs, dayOf, isoTime } from '../../kit/clock.ts';

/* The marks on the axis of time, which may explain traffic. */

let api: BatchServer;
beforeAll(async () => {
  api = await openBatchServer({ WRITES_PER_MINUTE: '10000' });
});
afterAll(() => api.close());

async function answer(appID: string | null, query: object = {}, as = api.admin) {
  const call = appID === null ? 'getTraffic' : 'getAppTraffic';
  const { status, text, body } = await api.call(call, {
    as,
    query: query as never,
    ...(appID !== null && { id: appID }),
  });
  expect(status, text).toBe(200);
  return trafficAnswer.parse(body).data;
}
const marksOf = async (appID: string | null, query: object = {}, as = api.admin) =>
  (await answer(appID, query, as)).marks;
/** Returns a mark in one line. */
const inWords = (mark: TrafficMark): string => {
  switch (mark.kind) {
    case 'change':
      return `${mark.entity} ${mark.action} by ${mark.by.name}: ${mark.fields}`;
    case 'batch':
      return `batch by ${mark.by.name}: ${mark.title}, ${mark.apps} apps`;
    case 'pause':
      return `pause of ${mark.scope} ${mark.label} by ${mark.by.name}: ${mark.reason}`;
  }
};
const since = (marks: TrafficMark[], before: TrafficMark[]) =>
  marks.slice(before.length).map(inWords);
const pause = async (scope: PauseScope, value: string, reason: string, as = api.admin) => {
  const { status, text, body } = await api.call('startPause', {
    as,
    body: { scope, value, reason },
  });
  expect(status, text).toBe(200);
  return body.data.id as string;
};
const userID = async (login: string): Promise<string> => {
  const { id } = await api.db
    .selectFrom('app_user')
    .select('id')
    .where('userID', '=', login)
    .executeTakeFirstOrThrow();
  return id;
};
const set = (key: string, value: string) =>
  api.callLoosely(key === 'apiMethod' ? 'updateAPIMethod' : 'updateVPNAPIKey', {
    as: api.admin,
    body: { [key]: value },
  });

describe('the marks of an app', () => {
  it('are changes of the app and its countries, with who made them and their entries', async () => {
    const [appID = ''] = await api.addSome(1, { selectedUser: 'ada', ipAddress: 'on' });
    await api.update(appID, { adsStatus: 'off', note: 'x' }, api.ada);
    await api.call('addConfigureApp', { as: api.admin, body: { id: appID, country: 'DE' } });
    await api.call('updateConfigureApp', { as: api.admin, id: appID, body: { country: 'FR' } });
    await api.call('rotateToken', { as: api.ada, id: appID, body: {} });
    const marks = await marksOf(appID, {}, api.ada);
    expect(marks.map(inWords)).toEqual([
      expect.stringMatching(/^app create by Administrator: .*adsStatus/),
      'app update by Ada Harbour: adsStatus,note',
      expect.stringMatching(/^app-configuration create by Administrator: .*countryCodes/),
      'app-configuration update by Administrator: country,countryCodes',
      'app rotate-token by Ada Harbour: tokens',
    ]);
    const entries = await api.entriesOf(appID);
    expect(marks.map(({ seq }) => seq)).toEqual(entries.map(({ seq }) => seq));
    // The owner was created on this day, too.
    expect(since(await marksOf(appID), [])).toEqual([
      expect.stringMatching(/^user create by Administrator/),
      expect.stringMatching(/^app create by Administrator/),
      ...marks.slice(1).map(inWords),
    ]);
    const yesterday = isoTime(dayOf(Date.now()) - dayMs).slice(0, 10);
    expect(await marksOf(appID, { from: yesterday, to: yesterday })).toEqual([]);
  });

  it('are one for all that a batch did to it, and one for a pause', async () => {
    const appIDs = await api.addSome(2, { selectedUser: 'ada', accountName: 'Kelp & Sons' });
    const [appID = ''] = appIDs;
    const before = await marksOf(appID);
    const { previewID } = await api.preview(
      { appIDs },
      {
        set: { adsStatus: 'off' },
        countries: { add: 'DE' },
      },
    );
    const { batch } = (await api.start(previewID)).body.data;
    await api.ends(batch.id);
    const account = await pause('account', 'KELP & sons', 'Invalid traffic');
    await api.call('endPause', { as: api.admin, id: account });
    await pause('app', appID, 'Clicks by accident', api.ada);
    await pause('app', appIDs[1] ?? '', 'Another app');
    const marks = await marksOf(appID);
    expect(since(marks, before)).toEqual([
      `batch by Administrator: ${batch.title}, 2 apps`,
      'pause of account Kelp & Sons by Administrator: Invalid traffic',
      expect.stringMatching(/^pause of app App \d+ by Ada Harbour: Clicks by accident$/),
    ]);
    const [ofBatch, ended, active] = marks.slice(before.length);
    expect(ofBatch).toMatchObject({ batch: batch.id });
    const entry = (await api.entriesOf(appID)).find(({ seq }) => seq === ofBatch?.seq);
    expect(entry).toMatchObject({ entity: 'app', action: 'update' });
    expect(ended).toMatchObject({ pause: account, until: expect.any(String) });
    expect(active).toMatchObject({ until: null });
    const begun = (await api.entriesOf(account)).find(({ action }) => action === 'create');
    expect(ended?.seq).toBe(begun?.seq);
    // A pause is a mark for as long as it lasts.
    const day = (time: number) => ({ from: isoTime(time), to: isoTime(time) });
    const lastWeek = Date.now() - 7 * dayMs;
    const began = (id: string) =>
      api.db
        .updateTable('pause')
        .set({ createdAt: lastWeek - dayMs })
        .where('id', '=', id)
        .execute();
    await began(account);
    await began(active?.kind === 'pause' ? active.pause : '');
    expect((await marksOf(appID, day(lastWeek))).map(({ kind }) => kind)).toEqual([
      'pause',
      'pause',
    ]);
    // An owner learns nothing of a batch by others, except its changes of their app.
    expect((await marksOf(appID, {}, api.ada)).map(inWords)).toContain(
      'batch by Administrator: null, null apps',
    );
  });

  it('are those of its owner, of a former one, and of global settings, for administrators only', async () => {
    const [appID = ''] = await api.addSome(1, { selectedUser: 'ada' });
    const [ada, eve] = [await userID('ada'), await userID('eve')];
    await pause('owner', ada, 'Payments are late');
    await api.update(appID, { selectedUser: 'eve' });
    const before = await marksOf(appID);
    await api.call('updateUser', { as: api.admin, id: eve, body: { position: 'Head' } });
    const form = { password: 'another-password-9' };
    await api.call('updateUser', { as: api.admin, id: eve, body: form });
    await set('apiMethod', 'local');
    const after = await marksOf(appID);
    expect(since(after, before)).toEqual([
      'user update by Administrator: position',
      'global-config create by Administrator: apiMethod',
    ]);
    expect(before.map(inWords)).toContain(
      'pause of owner Ada Harbour by Administrator: Payments are late',
    );
    const own = await marksOf(appID, {}, await api.signInUser('eve', form.password));
    expect(own.map(({ kind }) => kind)).not.toContain('batch');
    expect(own.filter((mark) => mark.kind === 'change').map(({ entity }) => entity)).toEqual([
      'app',
      'app',
    ]);
    expect(JSON.stringify(own)).not.toContain('Ada Harbour');
  });
});

it('many entries that are no marks hide no mark: ends of batches, and passwords', async () => {
  const [appID = ''] = await api.addSome(1, { selectedUser: 'ada' });
  const owner = await userID('ada');
  const at = Date.now() - 4 * dayMs;
  const entry = (entity: string, key: string, action: string, later: number) => ({
    actorKind: 'system',
    actorId: '',
    actorName: 'Adwarden',
    address: '',
    row: '{}',
    at: at + later,
    entity,
    key,
    action,
  });
  const many = Array.from({ length: limits.traffic.marks + 5 }, (_, index) => [
    entry('batch', `batch ${index}`, 'end', index + 1),
    entry('user', owner, 'change-password', index + 1),
    entry('user', owner, 'invite.make', index + 1),
    entry('user', owner, 'invite.accept', index + 1),
  ]);
  const marks = [entry('batch', 'started', 'create', 0), entry('user', owner, 'update', 0)];
  await api.db
    .insertInto('change')
    .values([...marks, ...many.flat()])
    .execute();
  const range = { from: isoTime(at), to: isoTime(at) };
  const said = async (id: string | null) =>
    (await marksOf(id, range)).filter(({ kind }) => kind !== 'pause').map(inWords);
  expect(await said(null)).toEqual(['batch by Adwarden: null, null apps']);
  expect(await said(appID)).toEqual([expect.stringMatching(/^user update by Adwarden/)]);
});

describe('the marks of all apps', () => {
  it('are single changes, batches, pauses and settings; of an owner those of the own apps', async () => {
    const before = [await marksOf(null), await marksOf(null, {}, api.ada)];
    const mine = await api.addSome(3, { selectedUser: 'ada' });
    const { previewID } = await api.preview({ appIDs: mine }, { set: { adsStatus: 'off' } });
    const { batch } = (await api.start(previewID)).body.data;
    await api.ends(batch.id);
    await pause('app', mine[0] ?? '', 'Own pause', api.ada);
    await set('VPNAPIKey', 'a-key-of-the-service');
    const made = Array.from({ length: 3 }, () =>
      expect.stringMatching(/^app create by Administrator/),
    );
    const pausing = expect.stringMatching(/^pause of app App \d+ by Ada Harbour: Own pause$/);
    expect(since(await marksOf(null), before[0] ?? [])).toEqual([
      ...made,
      `batch by Administrator: ${batch.title}, 3 apps`,
      pausing,
      expect.stringMatching(/^global-config create by Administrator/),
    ]);
    expect(since(await marksOf(null, {}, api.ada), before[1] ?? [])).toEqual([
      ...made,
      'batch by Administrator: null, null apps',
      pausing,
    ]);
  });

  it('are the newest ones when there are too many', async () => {
    const at = Date.now() - 3 * dayMs;
    const by = { actorKind: 'system', actorId: '', actorName: 'Adwarden', address: '' };
    const most = limits.traffic.marks;
    const rows = Array.from({ length: most + 5 }, (_, index) => ({
      ...by,
      at: at + index,
      entity: 'app',
      key: `app ${index}`,
      action: 'update',
      row: JSON.stringify({ appName: `App ${index}` }),
    }));
    await api.db.insertInto('change').values(rows).execute();
    const range = { from: isoTime(at), to: isoTime(at) };
    const { marks, hasMoreMarks } = await answer(null, range);
    expect(hasMoreMarks).toBe(true);
    expect(marks).toHaveLength(most);
    expect(marks.at(-1)).toMatchObject({ name: `App ${most + 4}` });
    expect(
      (await answer(null, { from: isoTime(at - 5 * dayMs), to: isoTime(at - 5 * dayMs) }))
        .hasMoreMarks,
    ).toBe(false);
  });
});
