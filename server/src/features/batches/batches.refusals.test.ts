import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../../test/servers/app-server.ts';
import { type BatchServer, openBatchServer } from '../../../test/servers/batch-server.ts';
import { inHours } from '../../../test/servers/change-request-server.ts';

let api: BatchServer;
let appID: string;
beforeAll(async () => {
  api = await openBatchServer({ APPS_PER_OWNER: '3' });
  [appID = ''] = await api.addSome(1, { selectedUser: 'ada' });
});
afterAll(() => api?.close());
beforeEach(() => api.needApproval('ada', 'off'));

const off = { set: { adsStatus: 'off' } };
const ids = (count: number) => Array.from({ length: count }, (_, index) => `app${index}`);

describe('a preview is refused', () => {
  it.each([
    [{ appIDs: [] }, 'select.appIDs'],
    [{ appIDs: ids(10_001) }, 'select.appIDs'],
    [{ appIDs: ['a', 'b', 'a'] }, 'select.appIDs'],
    [{}, 'select'],
    [{ where: { page: 0 } }, 'select.where.page'],
    [{ where: { search: 'nothing has this name' } }, 'select'],
  ])('for the selection %#', async (select, field) => {
    const before = await api.everything();
    expectRefusal(await api.ask({ select, change: off }), 400, field);
    expect(await api.everything()).toEqual(before);
  });

  it.each([
    [{}, 'change'],
    [{ set: { category: 'No such' } }, 'change.set.category'],
    [{ set: { selectedUser: 'nobody' } }, 'change.set.selectedUser'],
    [{ country: 'Atlantis' }, 'change.country'],
    [{ ...off, at: '2020-01-01T00:00:00Z' }, 'change.at'],
    [{ ...off, at: inHours(24 * 400) }, 'change.at'],
    [{ delete: true, at: inHours(1) }, 'change.at'],
  ])('for the change %j', async (change, field) => {
    expectRefusal(await api.ask({ select: { appIDs: [appID] }, change }), 400, field);
  });

  it.each([
    [{ delete: true }, 'change.delete'],
    [{ country: 'IN' }, 'change.country'],
    [{ set: { ipAddress: 'on' } }, 'change.set.ipAddress'],
    [{ set: { selectedUser: 'eve' } }, 'change.set.selectedUser'],
  ])('of an owner, for %j', async (change, field) => {
    expectRefusal(await api.ask({ select: { appIDs: [appID] }, change }, api.ada), 400, field);
  });

  it('without a session', async () => {
    const body = { select: { appIDs: [appID] }, change: off } as const;
    expectRefusal(await api.callLoosely('previewBatch', { body }), 401);
  });
});

describe('an owner', () => {
  it('does not find the apps of others, neither by ID nor by a query', async () => {
    const [other = ''] = await api.addSome(1, { selectedUser: 'eve' });
    const { previewID, ...preview } = await api.preview({ appIDs: [appID, other] }, off, api.ada);
    expect(preview).toMatchObject({ changed: 1, refused: 1 });
    const { data } = await api.rows(previewID, { outcome: 'refused' }, api.ada);
    expect(data).toMatchObject([{ appID: other, appName: '', diff: [] }]);
    const all = await api.preview({ where: {} }, off, api.ada);
    expect((await api.rows(all.previewID, {}, api.ada)).data.map((row) => row.appID)).toEqual([
      appID,
    ]);
  });

  it('sees only own batches; an administrator sees all', async () => {
    const batch = await api.run({ appIDs: [appID] }, { set: { note: 'mine' } }, api.ada);
    for (const name of ['getBatch', 'getBatchApps', 'cancelBatch', 'undoBatch'] as const) {
      expectRefusal(await api.call(name, { as: api.eve, id: batch.id }), 404);
    }
    const page = (as: string) => api.call('getBatches', { as });
    expect((await page(api.eve)).body).toMatchObject({ data: [], total: 0 });
    expect((await page(api.ada)).body.data[0]).toEqual(batch);
    expect((await page(api.admin)).body.data[0]).toEqual(batch);
    const log = await api.call('getChanges', { as: api.ada, query: {} });
    expect(log.body.data[0]).toMatchObject({ entity: 'batch', key: batch.id });
    expect((await api.undo(batch.id, api.ada)).changed).toBe(1);
  });

  it('makes change requests when changes need approval', async () => {
    await api.needApproval('ada', 'on');
    const select = { appIDs: [appID] };
    const both = { ...off, rotateTokens: { keepOldForDays: 1 } };
    expectRefusal(await api.ask({ select, change: both }, api.ada), 400, 'change.rotateTokens');
    const batch = await api.run(select, { set: { note: 'please' } }, api.ada);
    expect(batch).toMatchObject({ kind: 'request', requested: 1, changed: 0 });
    const query = { appID, state: 'in-review' } as const;
    const { body } = await api.call('getChangeRequests', { as: api.admin, query });
    expect(body.data).toMatchObject([{ approval: true, author: { name: 'Ada Harbour' } }]);
    const again = await api.run(select, { set: { note: 'twice' } }, api.ada);
    expect((await api.apps(again.id, {}, api.ada)).data).toMatchObject([
      { outcome: 'failed', reason: expect.stringMatching(/open change request/) },
    ]);
    expect((await api.undo(batch.id, api.ada)).changed, 'withdrawn').toBe(1);
  });

  it('cannot take edits back while changes need approval', async () => {
    const batch = await api.run({ appIDs: [appID] }, { set: { note: 'now' } }, api.ada);
    await api.needApproval('ada', 'on');
    expectRefusal(await api.call('undoBatch', { as: api.ada, id: batch.id }), 403);
  });

  it('gets no more apps than allowed', async () => {
    const appIDs = await api.addSome(4);
    const change = { set: { selectedUser: 'eve' } };
    const preview = await api.preview({ appIDs }, change);
    expect(preview).toMatchObject({ changed: 2, refused: 2 });
    const { data } = await api.rows(preview.previewID, { outcome: 'refused' });
    expect(data[0]?.errors[0]).toMatchObject({ field: 'selectedUser' });
    await api.addSome(1, { selectedUser: 'eve' });
    const { body } = await api.start(preview.previewID);
    const batch = await api.ends(body.data.batch.id);
    expect(batch, 'room is counted again').toMatchObject({ changed: 1, failed: 1 });
  });
});

describe('a preview cannot be started', () => {
  it('twice, by somebody else, or from another session', async () => {
    const { previewID } = await api.preview({ appIDs: [appID] }, { set: { note: 'once' } });
    const other = await api.signInAdmin();
    for (const as of [api.ada, other]) {
      expectRefusal(await api.start(previewID, as), 404);
      expectRefusal(await api.call('getBatchPreview', { as, id: previewID }), 404);
    }
    expectRefusal(await api.start('unknown'), 404);
    expectRefusal(await api.start(''), 400, 'previewID');
    const { body } = await api.start(previewID);
    expectRefusal(await api.start(previewID), 409);
    await api.ends(body.data.batch.id);
    expectRefusal(await api.start(previewID), 409);
  });

  it('after 15 minutes, or when it would change nothing', async () => {
    const { previewID } = await api.preview({ appIDs: [appID] }, { set: { note: 'late' } });
    await api.db
      .updateTable('batch')
      .set({ createdAt: Date.now() - 15 * 60_000 - 1 })
      .where('id', '=', previewID)
      .execute();
    const answer = await api.start(previewID);
    expectRefusal(answer, 409);
    expect(answer.body.message).toMatch(/expired/);
    const same = await api.preview({ appIDs: ['nobody'] }, off);
    expectRefusal(await api.start(same.previewID), 409);
  });

  it('when five newer ones were made', async () => {
    const made: string[] = [];
    for (const note of ['1', '2', '3', '4', '5', '6']) {
      made.push((await api.preview({ appIDs: [appID] }, { set: { note } })).previewID);
    }
    expectRefusal(await api.start(made[0] ?? ''), 404);
    const rows = await api.db.selectFrom('batch_app').select('batchID').execute();
    const kept = new Set(rows.map(({ batchID }) => batchID));
    expect(made.map((id) => kept.has(id))).toEqual([false, true, true, true, true, true]);
    expect((await api.start(made[1] ?? '')).status).toBe(200);
  });
});

it('an ended batch cannot be cancelled, and unknown ones do not exist', async () => {
  const batch = await api.run({ appIDs: [appID] }, { set: { note: 'end' } });
  expectRefusal(await api.call('cancelBatch', { as: api.admin, id: batch.id }), 409);
  expectRefusal(await api.call('getBatch', { as: api.admin, id: 'unknown' }), 404);
});
