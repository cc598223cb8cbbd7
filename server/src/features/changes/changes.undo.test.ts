import type { ChangeEntity } from '@adwarden/contract/changes/changes';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/servers/app-server.ts';
import { type Call, changesOf } from '../../../test/servers/changes-of.ts';

let api: AppServer;
let changes: ReturnType<typeof changesOf>;
beforeAll(async () => {
  api = await openAppServer();
  changes = changesOf(api);
});
afterAll(() => api.close());

const call = (name: Call, id: string | number, body?: object) => changes.call(name, id, body);
const undo = (seq: number, body?: object) => changes.call('undoChange', seq, body);
const last = (key: string, entity?: ChangeEntity) => changes.last(key, entity);

/** Makes a bad change of an app that empties two ad units; returns its seq. */
async function badChange(over: object = {}) {
  const app = await api.add({ reward1: 'good-1', reward2: 'good-2', note: 'kept', ...over });
  await api.update(app.appID, { reward1: '', reward2: '' });
  return { app, seq: (await last(app.appID)).seq };
}

describe('undoing a change of an app', () => {
  it('brings back the state before it, only its fields, and is an entry of its own', async () => {
    const { app, seq } = await badChange();
    await api.update(app.appID, { note: 'changed since' });
    const before = await last(app.appID);

    const preview = await call('previewUndo', seq);
    expect(preview.body.data).toEqual({
      last: before.seq,
      diff: [
        { field: 'reward1', before: '', after: 'good-1' },
        { field: 'reward2', before: '', after: 'good-2' },
      ],
      left: [],
    });
    expect(await last(app.appID), 'a preview writes nothing').toEqual(before);

    const answer = await undo(seq, { last: before.seq });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.message).toBe('Undone: Reward 1, Reward 2');
    const entry = await last(app.appID);
    expect(answer.body.data).toMatchObject({
      entity: 'app',
      app: { reward1: 'good-1', reward2: 'good-2', note: 'changed since', version: entry.seq },
      fields: ['reward1', 'reward2'],
      left: [],
    });
    expect(entry).toMatchObject({
      action: 'undo',
      actor: { name: 'Administrator' },
      diff: preview.body.data.diff,
    });
  });

  it('leaves a field that somebody changed since, and names it', async () => {
    const { app, seq } = await badChange();
    await api.update(app.appID, { reward2: 'newer' });
    const answer = await undo(seq);
    expect(answer.body.message).toBe('Undone: Reward 1. Left as it is: Reward 2');
    expect(answer.body.data).toMatchObject({
      app: { reward1: 'good-1', reward2: 'newer' },
      fields: ['reward1'],
      left: [{ field: 'reward2', reason: 'changed-since' }],
    });
  });

  it('is refused when nothing is left to undo, says why, and writes nothing', async () => {
    const { app, seq } = await badChange();
    await api.update(app.appID, { reward1: 'a', reward2: 'b' });
    const before = await api.everything();
    const answer = await undo(seq);
    expectRefusal(answer, 409);
    expect(answer.body.message).toBe('Nothing to undo: changed since: Reward 1, Reward 2');
    expect(answer.body.left).toHaveLength(2);
    await api.update(app.appID, { reward1: 'good-1', reward2: 'good-2' });
    expect((await undo(seq)).body.message).toBe('This change is undone already');
    const { apps, tokens } = await api.everything();
    expect(tokens).toEqual(before.tokens);
    expect(apps).toHaveLength(before.apps.length);
  });

  it('can itself be undone', async () => {
    const { app, seq } = await badChange();
    await undo(seq);
    const answer = await undo((await last(app.appID)).seq);
    expect(answer.body.data.app).toMatchObject({ reward1: '', reward2: '' });
  });

  it('is refused when somebody changed the app since the difference was looked at', async () => {
    const { app, seq } = await badChange();
    const looked = (await last(app.appID)).seq;
    await api.update(app.appID, { note: 'meanwhile' });
    for (const name of ['undoChange', 'restoreChange'] as const) {
      const answer = await call(name, seq, { last: looked });
      expectRefusal(answer, 409);
      expect(answer.body.message).toMatch(/^Somebody has changed this application since/);
    }
    expect((await last(app.appID)).diff).toEqual([
      { field: 'note', before: 'kept', after: 'meanwhile' },
    ]);
  });

  it('by two at once is done once', async () => {
    const { app, seq } = await badChange();
    const answers = await Promise.all([undo(seq), undo(seq)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await api.entriesOf(app.appID)).toHaveLength(3);
  });

  it('gives it back to the owner before, or says that the owner is gone', async () => {
    const form = sampleUserForm({ userId: 'leaver', fullName: 'Lea Ver' });
    const { id } = (await api.call('createNewUser', { as: api.admin, body: form })).body.data;
    const app = await api.add({ selectedUser: 'leaver' });
    await api.update(app.appID, { selectedUser: 'ada' });
    const { seq } = await last(app.appID);
    expect((await undo(seq)).body.message).toBe('Undone: User');
    expect((await undo((await last(app.appID)).seq)).body.data.app.userID).toBe('ada');
    await call('deleteUser', id);
    const answer = await undo(seq);
    expectRefusal(answer, 409);
    expect(answer.body.message).toBe('Nothing to undo: no longer there: User');
  });

  it('of a delete restores it, but only while it is gone', async () => {
    const app = await api.add();
    await call('deleteApp', app.appID);
    const { seq } = await last(app.appID);
    const answer = await undo(seq);
    expect(answer.body).toMatchObject({
      message: 'Application restored',
      data: { app: { appID: app.appID, authToken: app.authToken } },
    });
    expect((await undo(seq)).body.message).toBe('This application was brought back since');
  });

  it('refuses what has another way back, and says which', async () => {
    const app = await api.add();
    const created = (await last(app.appID)).seq;
    expect((await undo(created)).body.message).toBe('To undo this, delete the application');
    await call('rotateToken', app.appID, {});
    const rotated = (await last(app.appID)).seq;
    expect((await undo(rotated)).body.message).toMatch(/^A new token cannot be undone/);
    await call('deleteApp', app.appID);
    await undo((await last(app.appID)).seq);
    const back = (await last(app.appID)).seq;
    expect((await undo(back)).body.message).toBe('To undo this, delete the application');
    await api.update(app.appID, { note: 'x' });
    const { seq } = await last(app.appID);
    await call('deleteApp', app.appID);
    expect((await undo(seq)).body.message).toBe('This application is deleted: restore it first');
    for (const refused of [created, rotated, back, seq]) expectRefusal(await undo(refused), 409);
  });
});

describe('undoing a change of a user', () => {
  it('sets names back and keeps the password; a taken login id and a new password are refused', async () => {
    const form = sampleUserForm({ userId: 'uma', fullName: 'Uma Pier' });
    const { id } = (await api.call('createNewUser', { as: api.admin, body: form })).body.data;
    await call('updateUser', id, { fullName: 'Wrong', userId: 'wrong' });
    const { seq } = await last(id, 'user');
    await call('updateUser', id, { password: 'another-tide-5' });
    expect((await undo((await last(id, 'user')).seq)).body.message).toMatch(/^A new password/);
    const other = sampleUserForm({ userId: 'UMA' });
    const taken = (await api.call('createNewUser', { as: api.admin, body: other })).body.data;
    expectRefusal(await undo(seq), 409, 'userId');
    await call('deleteUser', taken.id);
    const answer = await undo(seq);
    expect(answer.body.data).toMatchObject({
      user: { userID: 'uma', fullName: 'Uma Pier', password: 'Hidden' },
      fields: ['fullName', 'userID'],
    });
    await api.signInUser('uma', 'another-tide-5');
  });
});

describe('going back to a version', () => {
  it('shows what differs from now, and writes nothing when that is nothing', async () => {
    const { app, seq } = await badChange();
    const same = await call('restoreChange', seq);
    expect(same.body.message).toMatch(/^Nothing to change/);
    expect((await last(app.appID)).seq).toBe(seq);
    await api.update(app.appID, { note: 'later', reward1: 'again' });
    const preview = await call('previewRestore', seq);
    expect(preview.body.data.diff).toEqual([
      { field: 'note', before: 'later', after: 'kept' },
      { field: 'reward1', before: 'again', after: '' },
    ]);
    const answer = await call('restoreChange', seq, { last: preview.body.data.last });
    expect(answer.body.message).toBe(`Application is back at the version of change ${seq}`);
  });
});

it('undo is for administrators only, and of a change that is there', async () => {
  expectRefusal(await api.call('undoChange', { as: api.ada, id: 1 }), 404);
  expectRefusal(await api.call('previewUndo', { as: api.ada, id: 1 }), 403);
  expectRefusal(await undo(999_999), 404);
  expectRefusal(await undo(1), 400);
});
