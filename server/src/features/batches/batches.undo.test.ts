import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectRefusal } from '../../../test/servers/app-server.ts';
import { type BatchServer, openBatchServer } from '../../../test/servers/batch-server.ts';
import { inHours } from '../../../test/servers/change-request-server.ts';

let api: BatchServer;
beforeAll(async () => {
  api = await openBatchServer();
});
afterAll(() => api?.close());

const edit = { set: { adsStatus: 'off', note: 'Quiet' }, country: 'IN' };
const without = ({ version: _, updatedAt: __, ...app }: Record<string, unknown>) => app;

it('takes a batch back as one, and says so', async () => {
  const appIDs = await api.addSome(3, { selectedUser: 'ada' });
  const before = (await Promise.all(appIDs.map(api.app))).map(without);
  const batch = await api.run({ appIDs }, { ...edit, set: { ...edit.set, selectedUser: 'eve' } });
  expect((await api.app(appIDs[0] ?? '')).userID).toBe('eve');
  const undo = await api.undo(batch.id);
  expect(undo).toMatchObject({
    state: 'done',
    kind: 'undo',
    title: `Undo: ${batch.title}`,
    undoOf: batch.id,
    total: 3,
    changed: 3,
    skipped: 0,
    canUndo: false,
  });
  expect((await Promise.all(appIDs.map(api.app))).map(without)).toEqual(before);
  const configured = await api.db.selectFrom('app_configuration').selectAll().execute();
  expect(configured).toEqual([]);
  expect(await api.read(batch.id)).toMatchObject({ undoneBy: undo.id, canUndo: false });
  const { data } = await api.apps(undo.id);
  expect(data.map(({ appID, outcome }) => [appID, outcome])).toEqual(
    appIDs.map((appID) => [appID, 'changed']),
  );
  const last = (await api.entriesOf(appIDs[0] ?? '')).findLast(({ entity }) => entity === 'app');
  expect(last?.action).toBe('undo');
  expectRefusal(await api.call('undoBatch', { as: api.admin, id: batch.id }), 409);
  expectRefusal(await api.call('undoBatch', { as: api.admin, id: undo.id }), 409);
});

it('says nothing of an app that belongs to somebody else by now', async () => {
  const appIDs = await api.addSome(2, { selectedUser: 'ada' });
  const [kept = '', given = ''] = appIDs;
  const batch = await api.run({ appIDs }, { set: { adsStatus: 'off', note: 'Quiet' } }, api.ada);
  await api.update(given, { selectedUser: 'eve', note: 'Kelp', adsStatus: 'on' });
  const undo = await api.undo(batch.id, api.ada);
  const { data } = await api.apps(undo.id, {}, api.ada);
  expect(data).toMatchObject([
    { appID: kept, outcome: 'changed' },
    {
      appID: given,
      outcome: 'skipped',
      reason: 'The application belongs to somebody else now',
    },
  ]);
});

it('leaves what somebody has changed since, and lists it', async () => {
  const [first = '', second = '', third = ''] = await api.addSome(3);
  const batch = await api.run({ appIDs: [first, second, third] }, edit);
  await api.update(first, { note: 'Mine' });
  await api.update(second, { note: 'Mine', adsStatus: 'on' });
  await api.call('deleteConfigureApp', { as: api.admin, id: second });
  await api.call('deleteApp', { as: api.admin, id: third });
  const undo = await api.undo(batch.id);
  expect(undo).toMatchObject({ changed: 1, skipped: 2 });
  const { data } = await api.apps(undo.id);
  expect(data).toMatchObject([
    { appID: first, outcome: 'changed', reason: expect.stringMatching(/^Left as it is.*: Note$/) },
    { appID: second, outcome: 'skipped', reason: expect.stringMatching(/: Note$/) },
    { appID: third, outcome: 'skipped', reason: 'The application was deleted since' },
  ]);
  expect(await api.app(first)).toMatchObject({ note: 'Mine', adsStatus: 'on' });
});

it('restores what was deleted, with tokens and countries', async () => {
  const appIDs = await api.addSome(2);
  await api.run({ appIDs }, { country: 'IN' });
  const before = (await Promise.all(appIDs.map(api.app))).map(without);
  const batch = await api.run({ appIDs }, { delete: true });
  const [again = ''] = appIDs;
  const undo = await api.undo(batch.id);
  expect(undo).toMatchObject({ changed: 2, skipped: 0, failed: 0 });
  expect((await Promise.all(appIDs.map(api.app))).map(without)).toEqual(before);
  const configured = await api.db
    .selectFrom('app_configuration')
    .selectAll()
    .where('appID', '=', again)
    .execute();
  expect(configured).toMatchObject([{ country: 'IN' }]);
});

it('says that new tokens stay', async () => {
  const appIDs = await api.addSome(1);
  const rotateTokens = { keepOldForDays: 1 };
  const batch = await api.run({ appIDs }, { set: { note: 'x' }, rotateTokens });
  const undo = await api.undo(batch.id);
  expect((await api.apps(undo.id)).data).toMatchObject([
    { outcome: 'changed', reason: 'The new token stays' },
  ]);
});

it('cancels the change requests that are still open', async () => {
  const [first = '', second = ''] = await api.addSome(2);
  const change = { set: { note: 'Later' }, at: inHours(2) };
  const batch = await api.run({ appIDs: [first, second] }, change);
  expect(batch).toMatchObject({ kind: 'request', changed: 0, requested: 2, canUndo: true });
  const open = await api.call('getChangeRequests', {
    as: api.admin,
    query: { appID: first, state: 'open' },
  });
  await api.call('cancelChangeRequest', { as: api.admin, id: open.body.data[0].id });
  const undo = await api.undo(batch.id);
  expect(undo).toMatchObject({ total: 2, changed: 1, skipped: 1 });
  expect((await api.apps(undo.id)).data).toMatchObject([
    { appID: first, outcome: 'skipped', reason: 'This change was cancelled' },
    { appID: second, outcome: 'changed' },
  ]);
});

it('leaves the countries of a schedule to be removed at its time', async () => {
  const [appID = ''] = await api.addSome(1);
  await api.run({ appIDs: [appID] }, { country: 'IN' });
  await api.run({ appIDs: [appID] }, { country: null, at: inHours(1) });
  const query = { appID, state: 'open' } as const;
  const { body } = await api.call('getChangeRequests', { as: api.admin, query });
  expect(body.data[0].diff).toEqual([{ field: 'country', before: 'IN', after: '', now: 'IN' }]);
  await api.fallDue(body.data[0].id);
  await api.becomes(body.data[0].id, 'applied');
  const configured = await api.db.selectFrom('app_configuration').selectAll().execute();
  expect(configured.filter((row) => row.appID === appID)).toEqual([]);
});
