import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openUserServer, type UserServer } from '../../../test/servers/user-server.ts';

let api: UserServer;
beforeAll(async () => {
  api = await openUserServer();
});
afterAll(() => api?.close());

/** Returns the seq of a user's last change. */
const lastSeq = async (id: string) => (await api.entriesOf(id)).at(-1)?.seq ?? 0;
const restore = (seq: number) => api.call('restoreChange', { as: api.admin, id: seq });

describe('restoring a user', () => {
  it('sets the names back and keeps the password', async () => {
    const user = await api.create({ userId: 'restored-1' });
    const created = await lastSeq(user.id);
    await api.call('updateUser', {
      as: api.admin,
      id: user.id,
      body: { fullName: 'Other', userId: 'renamed', password: 'other-tide-8' },
    });
    const answer = await restore(created);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data.user).toEqual({
      ...user,
      password: 'Hidden',
      version: await lastSeq(user.id),
    });
    await api.signInUser('restored-1', 'other-tide-8');
  });

  it('brings a deleted one back with the old id and apps, without a password', async () => {
    const user = await api.create({ userId: 'restored-2' });
    const body = sampleAppForm({ selectedUser: user.userID });
    await api.call('addApp', { as: api.admin, body });
    await api.call('deleteUser', { as: api.admin, id: user.id });

    const answer = await restore(await lastSeq(user.id));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data.user).toEqual({
      ...user,
      noOfApps: 1,
      password: '',
      version: await lastSeq(user.id),
    });
    await expect(api.signInUser(user.userID, api.password)).rejects.toThrow('is wrong');

    await api.call('updateUser', {
      as: api.admin,
      id: user.id,
      body: { password: api.password },
    });
    await api.signInUser(user.userID, api.password);
  });

  it('is refused when the login id is taken', async () => {
    const user = await api.create({ userId: 'restored-3' });
    await api.call('deleteUser', { as: api.admin, id: user.id });
    const deleted = await lastSeq(user.id);
    await api.create({ userId: 'RESTORED-3' });
    const answer = await restore(deleted);
    expect([answer.status, answer.body.errors?.[0].field]).toEqual([409, 'userId']);
    expect(await lastSeq(user.id)).toBe(deleted);
  });
});
