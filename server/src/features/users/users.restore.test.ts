import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openUserDesk, type UserDesk } from '../../../test/user-desk.ts';

let desk: UserDesk;
beforeAll(async () => {
  desk = await openUserDesk();
});
afterAll(() => desk?.close());

/** The seq of a user's last change. */
const lastSeq = async (id: string) => (await desk.entriesOf(id)).at(-1)?.seq ?? 0;
const restore = (seq: number) => desk.call('restoreChange', { as: desk.admin, id: seq });

describe('restoring a user', () => {
  it('sets the names back and keeps the password', async () => {
    const user = await desk.create({ userId: 'restored-1' });
    const created = await lastSeq(user.id);
    await desk.call('updateUser', {
      as: desk.admin,
      id: user.id,
      body: { fullName: 'Other', userId: 'renamed', password: 'other-tide-8' },
    });
    const answer = await restore(created);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data.user).toEqual({
      ...user,
      password: 'other-tide-8',
      version: await lastSeq(user.id),
    });
    await desk.signInUser('restored-1', 'other-tide-8');
  });

  it('brings a deleted one back with the old id and apps, without a password', async () => {
    const user = await desk.create({ userId: 'restored-2' });
    const body = sampleAppForm({ selectedUser: user.userID });
    await desk.call('addApp', { as: desk.admin, body });
    await desk.call('deleteUser', { as: desk.admin, id: user.id });

    const answer = await restore(await lastSeq(user.id));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data.user).toEqual({
      ...user,
      noOfApps: 1,
      password: '',
      version: await lastSeq(user.id),
    });
    await expect(desk.signInUser(user.userID, desk.password)).rejects.toThrow('is wrong');

    await desk.call('updateUser', {
      as: desk.admin,
      id: user.id,
      body: { password: desk.password },
    });
    await desk.signInUser(user.userID, desk.password);
  });

  it('is refused when the login id is taken', async () => {
    const user = await desk.create({ userId: 'restored-3' });
    await desk.call('deleteUser', { as: desk.admin, id: user.id });
    const deleted = await lastSeq(user.id);
    await desk.create({ userId: 'RESTORED-3' });
    const answer = await restore(deleted);
    expect([answer.status, answer.body.errors?.[0].field]).toEqual([409, 'userId']);
    expect(await lastSeq(user.id)).toBe(deleted);
  });
});
