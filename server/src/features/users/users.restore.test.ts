import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
import type { User } from '@adwarden/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestServer, type TestServer } from '../../../test/build-test-server.ts';

let test: TestServer;
let admin: string;
beforeAll(async () => {
  test = await buildTestServer();
  admin = await test.signInAdmin();
});
afterAll(() => test?.close());

const rightPassword = sampleUserForm().password;

async function createUser(userId: string): Promise<User> {
  const body = sampleUserForm({ userId });
  return (await test.call('createNewUser', { as: admin, body })).body.data;
}

/** The seq of a user's last change. */
async function lastSeq(id: string) {
  const query = test.db.selectFrom('change').select('seq').where('key', '=', id);
  return (await query.orderBy('seq', 'desc').executeTakeFirstOrThrow()).seq;
}

const restore = (seq: number) => test.call('restoreChange', { as: admin, id: seq });

describe('restoring a user', () => {
  it('sets the names back and keeps the password', async () => {
    const user = await createUser('restored-1');
    const created = await lastSeq(user.id);
    await test.call('updateUser', {
      as: admin,
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
    await test.signInUser('restored-1', 'other-tide-8');
  });

  it('brings a deleted one back with the old id and apps, without a password', async () => {
    const user = await createUser('restored-2');
    const body = sampleAppForm({ selectedUser: user.userID });
    await test.call('addApp', { as: admin, body });
    await test.call('deleteUser', { as: admin, id: user.id });

    const answer = await restore(await lastSeq(user.id));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data.user).toEqual({
      ...user,
      noOfApps: 1,
      password: '',
      version: await lastSeq(user.id),
    });
    await expect(test.signInUser(user.userID, rightPassword)).rejects.toThrow('is wrong');

    await test.call('updateUser', { as: admin, id: user.id, body: { password: rightPassword } });
    await test.signInUser(user.userID, rightPassword);
  });

  it('is refused when the login id is taken', async () => {
    const user = await createUser('restored-3');
    await test.call('deleteUser', { as: admin, id: user.id });
    const deleted = await lastSeq(user.id);
    await createUser('RESTORED-3');
    const answer = await restore(deleted);
    expect([answer.status, answer.body.errors?.[0].field]).toEqual([409, 'userId']);
    expect(await lastSeq(user.id)).toBe(deleted);
  });
});
