import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
beforeEach(() => api.needApproval('ada', 'on'));

const off = { adsStatus: 'off' };
const approve = (id: string, as = api.admin) => api.call('approveChangeRequest', { as, id });

/** Adds an app of Ada, with an edit of hers that waits. */
async function waiting(changes: object = off) {
  const { appID } = await api.add({ selectedUser: 'ada' });
  const before = await api.app(appID);
  const answer = await api.update(appID, changes, api.ada);
  expect(answer.status, answer.text).toBe(202);
  expect(answer.body).toMatchObject({
    success: true,
    message: 'Tide Clock: waiting for approval',
    data: { changeRequest: { appID, state: 'in-review', approval: true, at: null } },
  });
  expect(await api.app(appID), 'nothing has changed').toEqual({ ...before, waiting: true });
  return { appID, id: answer.body.data.changeRequest.id as string };
}

describe('an owner whose changes need approval', () => {
  it('waits for an administrator, and the log shows both', async () => {
    const { appID, id } = await waiting({ ...off, note: 'please', ipAddress: 'on' });
    const { diff } = await api.request(id, api.ada);
    expect(
      diff.map(({ field }) => field),
      'what she may not set is ignored',
    ).toEqual(['adsStatus', 'note']);
    const answer = await approve(id);
    expect(answer.body.data, answer.text).toMatchObject({
      state: 'applied',
      decidedBy: { kind: 'admin', name: 'Administrator' },
    });
    expect(await api.app(appID)).toMatchObject({
      adsStatus: 'off',
      note: 'please',
      waiting: false,
    });
    expect((await api.entriesOf(appID)).at(-1)?.actorName).toBe(
      'Ada Harbour (approved by Administrator)',
    );
    expect((await api.entriesOf(id)).map(({ actorName, row }) => [actorName, row.state])).toEqual([
      ['Ada Harbour', 'in-review'],
      ['Administrator', 'applied'],
    ]);
    const again = await approve(id);
    expectRefusal(again, 409);
    expect(again.body.changeRequest.state).toBe('applied');
  });

  it('gives a reason, which is the note of the request and not of the app', async () => {
    const { appID } = await api.add({ selectedUser: 'ada', note: 'of the app' });
    const reason = 'The network has renamed it';
    const { body } = await api.update(appID, { ...off, reason }, api.ada);
    expect(body.data.changeRequest).toMatchObject({
      note: reason,
      diff: [{ field: 'adsStatus', after: 'off' }],
    });
    await approve(body.data.changeRequest.id);
    expect(await api.app(appID)).toMatchObject({ adsStatus: 'off', note: 'of the app' });
    const long = await api.update(appID, { ...off, reason: 'x'.repeat(20_000) }, api.ada);
    expectRefusal(long, 400, 'reason');
    const atOnce = await api.update(appID, { adsStatus: 'on', reason }, api.admin);
    expect(atOnce.body.data, 'without approval it does nothing').toMatchObject({
      adsStatus: 'on',
      note: 'of the app',
    });
  });

  it('is told so with the requests, and nobody else is', async () => {
    const needs = async (as: string) =>
      (await api.call('getChangeRequests', { as })).body.needsApproval;
    expect([await needs(api.ada), await needs(api.eve), await needs(api.admin)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('can be taken back by what the approval answers', async () => {
    const { appID, id } = await waiting();
    const answer = await approve(id);
    expect(answer.body.data.entries).toEqual([(await api.app(appID)).version]);
    const undo = (seq: number) =>
      api.call('undoChange', { as: api.admin, id: seq, body: { last: seq } });
    expect((await undo(answer.body.data.entries[0])).status).toBe(200);
    expect(await api.app(appID)).toMatchObject({ adsStatus: 'on' });

    // No entry can undo countries that the app did not have before, so the answer has no entries.
    await api.needApproval('ada', 'off');
    const both = await api.schedule({ appID, changes: { ...off, country: 'IN' } });
    const state = { state: 'conflict' as const };
    await api.db.updateTable('change_request').set(state).where('id', '=', both.id).execute();
    const applied = await api.call('applyChangeRequest', { as: api.admin, id: both.id });
    expect(applied.body.data, applied.text).toMatchObject({ state: 'applied', entries: [] });
    await api.needApproval('ada', 'on');
    const later = await api.schedule({ appID, changes: { note: 'later' } }, api.ada);
    expect((await approve(later.id)).body.data.entries, 'nothing is written yet').toEqual([]);
  });

  it('is told why a change was rejected', async () => {
    const { appID, id } = await waiting();
    const reject = (body: object) =>
      api.callLoosely('rejectChangeRequest', { as: api.admin, id, body });
    expectRefusal(await reject({}), 400, 'reason', 'Please Enter Reason');
    const answer = await reject({ reason: ' Not before Monday ' });
    expect(answer.status, answer.text).toBe(200);
    expect(await api.request(id, api.ada)).toMatchObject({
      state: 'rejected',
      reason: 'Not before Monday',
      decidedBy: { name: 'Administrator' },
    });
    expect((await api.app(appID)).adsStatus).toBe('on');
    expectRefusal(await approve(id), 409);
  });

  it('withdraws a change', async () => {
    const { id } = await waiting();
    const answer = await api.call('cancelChangeRequest', { as: api.ada, id });
    expect(answer.body.data.state, answer.text).toBe('cancelled');
    expectRefusal(await approve(id), 409);
  });

  it('does not wait twice with the same field, and is told of the first', async () => {
    const { appID, id } = await waiting();
    const second = await api.update(appID, { ...off, note: 'again' }, api.ada);
    expectRefusal(second, 409, 'adsStatus', 'Ads Status has an open change request already');
    expect(second.body.changeRequest.id).toBe(id);
    expect((await api.update(appID, { note: 'another field' }, api.ada)).status).toBe(202);
  });

  it('is refused like any edit: a stale version, a wrong value; nothing to change is a 200', async () => {
    const { appID, version } = await api.add({ selectedUser: 'ada' });
    const edit = (body: object) => api.update(appID, body, api.ada);
    expectRefusal(await edit({ ...off, version: version - 1 }), 409);
    expectRefusal(await edit({ category: 'No' }), 400, 'category');
    expect((await edit({ adsStatus: 'on', version })).status).toBe(200);
    expect((await edit({ ...off, version })).status).toBe(202);
  });

  it('sets no icon', async () => {
    const { appID } = await api.add({ selectedUser: 'ada' });
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const head = 'Content-Disposition: form-data; name="icon"; filename="a.png"';
    const before = await api.requestsAndApps();
    const answer = await api.callLoosely('updateApp', {
      as: api.ada,
      id: appID,
      body: Buffer.concat([
        Buffer.from(`--edge\r\n${head}\r\n\r\n`),
        png,
        Buffer.from('\r\n--edge--\r\n'),
      ]),
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    });
    expectRefusal(answer, 400, 'icon');
    expect(await api.requestsAndApps()).toEqual(before);
  });

  it('adds apps and makes new tokens at once', async () => {
    const app = await api.add({}, api.ada);
    const body = { keepOldForDays: 0 };
    const rotated = await api.call('rotateToken', { as: api.ada, id: app.appID, body });
    expect(rotated.body.data.authToken).not.toBe(app.authToken);
  });

  it('schedules a change, which is applied at its time when it was approved', async () => {
    const { appID } = await api.add({ selectedUser: 'ada' });
    const made = await api.schedule({ appID, changes: off }, api.ada);
    expect(made).toMatchObject({ state: 'in-review', approval: true });
    await api.fallDue(made.id);
    const other = await api.schedule({ appID, changes: { note: 'soon' }, at: inHours(2) }, api.ada);
    const answer = await approve(other.id);
    expect(answer.body.data.state, answer.text).toBe('scheduled');
    await api.fallDue(other.id);
    await api.becomes(other.id, 'applied');
    expect((await api.entriesOf(appID)).at(-1)?.actorName).toBe(
      'Ada Harbour (scheduled, approved by Administrator)',
    );
    expect((await api.request(made.id)).state, 'its time alone does not apply it').toBe(
      'in-review',
    );
    expect((await approve(made.id)).body.data.state).toBe('applied');
  });
});

describe('an approval is refused, and that is stored,', () => {
  const expectNotApplied = async (id: string, state: string, reason: RegExp, field?: string) => {
    const answer = await approve(id);
    expectRefusal(answer, 409, field);
    expect(answer.body.message).toMatch(reason);
    expect(answer.body.changeRequest).toMatchObject({ id, state });
    expect(await api.request(id)).toMatchObject({ state, reason: expect.stringMatching(reason) });
  };

  it('when the app was given away', async () => {
    const { appID, id } = await waiting();
    await api.update(appID, { selectedUser: 'eve' });
    await expectNotApplied(id, 'failed', /does not belong to its author any more/, 'appID');
    expect((await api.app(appID)).adsStatus).toBe('on');
  });

  it('when the app was deleted', async () => {
    const { appID, id } = await waiting();
    await api.call('deleteApp', { as: api.admin, id: appID });
    await expectNotApplied(id, 'failed', /application was deleted/, 'appID');
  });

  it('when its time passed more than a day ago', async () => {
    const { appID } = await api.add({ selectedUser: 'ada' });
    const { id } = await api.schedule({ appID, changes: off }, api.ada);
    await api.fallDue(id, 25);
    await expectNotApplied(id, 'missed', /more than a day ago/);
  });

  it('when the field was changed meanwhile; an administrator applies it anyway', async () => {
    const { appID, id } = await waiting({ note: 'mine' });
    await api.update(appID, { note: 'of the administrator' });
    await expectNotApplied(id, 'conflict', /Changed since: Note/, 'note');
    expectRefusal(await api.call('applyChangeRequest', { as: api.ada, id }), 403);
    const answer = await api.call('applyChangeRequest', { as: api.admin, id });
    expect(answer.body.data.state, answer.text).toBe('applied');
    expect((await api.app(appID)).note).toBe('mine');
  });

  it('when the author was deleted', async () => {
    const { appID, id } = await waiting();
    const author = (await api.request(id)).author.id;
    await api.call('deleteUser', { as: api.admin, id: author });
    await expectNotApplied(id, 'failed', /account of its author was deleted, disabled/, 'appID');
    expect(await api.app(appID)).toMatchObject({ adsStatus: 'on', fullName: '' });
    const { body } = await api.call('getChanges', {
      as: api.admin,
      query: { entity: 'user', key: author, action: 'delete' },
    });
    await api.call('restoreChange', { as: api.admin, id: body.data[0].seq });
    await api.call('updateUser', {
      as: api.admin,
      id: author,
      body: { password: api.ownersPassword },
    });
    api.ada = await api.signInUser('ada', api.ownersPassword);
  });
});

it('a change that was scheduled before the author needed approval fails', async () => {
  await api.needApproval('ada', 'off');
  const { appID } = await api.add({ selectedUser: 'ada' });
  const { id } = await api.schedule({ appID, changes: off }, api.ada);
  await api.needApproval('ada', 'on');
  await api.fallDue(id);
  expect((await api.becomes(id, 'failed')).reason).toMatch(/need approval now/);
});

it('the switch is off for a new user, is kept by an edit of other fields, and is undone', async () => {
  const { body } = await api.call('getUser', { as: api.admin, query: { userID: 'eve' } });
  const [eve] = body.data;
  expect(eve.needsApproval).toBe('off');
  const update = async (form: object) =>
    (await api.call('updateUser', { as: api.admin, id: eve.id, body: form })).body;
  const on = await update({ needsApproval: 'on' });
  expect((await update({ position: 'Lead' })).data.needsApproval).toBe('on');
  expectRefusal(
    await api.call('updateUser', { as: api.admin, id: eve.id, body: { needsApproval: 'maybe' } }),
    400,
    'needsApproval',
  );
  const undone = await api.call('undoChange', { as: api.admin, id: on.data.version });
  expect(undone.body.data.user.needsApproval, undone.text).toBe('off');
});

describe('a correction of a change that waits', () => {
  const correct = (id: string, changes: object, as = api.admin) =>
    api.call('correctChangeRequest', { as, id, body: { changes } });

  it('replaces values, is in the log as the administrator’s, and is approved as the owner’s', async () => {
    const { appID, id } = await waiting({ accountName: 'Harbor Aps', note: 'please' });
    const answer = await correct(id, { accountName: ' Harbour Apps ' });
    expect(answer.body.data, answer.text).toMatchObject({
      state: 'in-review',
      diff: [
        { field: 'accountName', after: 'Harbour Apps' },
        { field: 'note', after: 'please' },
      ],
    });
    expect((await api.request(id, api.ada)).diff, 'its owner sees it').toEqual(
      answer.body.data.diff,
    );
    expect((await api.entriesOf(id)).at(-1)?.actorName).toBe('Administrator');
    await approve(id);
    expect(await api.app(appID)).toMatchObject({ accountName: 'Harbour Apps', note: 'please' });
    expect((await api.entriesOf(appID)).at(-1)?.actorName).toBe(
      'Ada Harbour (approved by Administrator)',
    );
  });

  it('is refused for other fields, wrong values, other people, and once it is decided', async () => {
    const { appID, id } = await waiting({ category: 'Tools' });
    const before = await api.request(id);
    expectRefusal(await correct(id, { note: 'x' }), 400, 'changes.note');
    expectRefusal(await correct(id, { category: 'No such category' }), 400, 'changes.category');
    expectRefusal(await correct(id, { icon: 'x' }), 400, 'changes.icon');
    expectRefusal(await correct(id, { category: 'Tools' }, api.ada), 403);
    expectRefusal(await correct('nobody', { category: 'Tools' }), 404);
    expect(await api.request(id), 'nothing was written').toEqual(before);
    await approve(id);
    expectRefusal(await correct(id, { category: 'Tools' }), 409);
    expect(await api.app(appID)).toMatchObject({ category: 'Tools' });
  });
});
