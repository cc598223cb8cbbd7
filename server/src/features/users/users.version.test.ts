import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { staleUser, type User } from '@adwarden/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestServer, type TestServer } from '../../../test/build-test-server.ts';

let test: TestServer;
let admin: string;
beforeAll(async () => {
  test = await buildTestServer();
  admin = await test.signInAdmin();
});
afterAll(() => test?.close());

const password = sampleUserForm().password;
const newer = 'newer-tide-8';
let made = 0;

async function createUser(): Promise<User> {
  made += 1;
  const body = sampleUserForm({ userId: `version-${made}` });
  return (await test.call('createNewUser', { as: admin, body })).body.data;
}
const update = (id: string, body: object) => test.call('updateUser', { as: admin, id, body });
const seqsOf = async (id: string) =>
  (
    await test.db.selectFrom('change').select('seq').where('key', '=', id).orderBy('seq').execute()
  ).map(({ seq }) => seq);
const versionOf = async (id: string) => {
  const { body } = await test.call('getUser', { as: admin });
  return body.data.find((user: User) => user.id === id)?.version;
};

describe('the version of a user', () => {
  it('is the seq of the last change, also of a new password and of a restore', async () => {
    const { id, userID, version } = await createUser();
    expect([version]).toEqual(await seqsOf(id));

    const both = await update(id, { position: 'Owner', password: newer });
    expect(both.body.data.version).toBe((await seqsOf(id)).at(-1));
    expect(await seqsOf(id)).toHaveLength(3);

    const session = await test.signInUser(userID, newer);
    const body = { oldPassword: newer, newPassword: password, confirmPassword: password };
    expect((await test.call('userChangePassword', { as: session, body })).status).toBe(200);
    expect(await versionOf(id)).toBe((await seqsOf(id)).at(-1));
    expect(await seqsOf(id)).toHaveLength(4);

    const restored = await test.call('restoreChange', { as: admin, id: version });
    expect(restored.body.data.user.version).toBe((await seqsOf(id)).at(-1));
    await test.call('deleteUser', { as: admin, id });
    const again = await test.call('restoreChange', { as: admin, id: version });
    expect(again.body.data.user.version).toBe((await seqsOf(id)).at(-1));
  });

  it('stays when an edit changes nothing', async () => {
    const { id, version, fullName } = await createUser();
    const { body } = await update(id, { fullName, password, version });
    expect(body.data.version).toBe(version);
    expect(await seqsOf(id)).toEqual([version]);
  });

  it('of an old form gets 409: neither password nor session of the newer one is lost', async () => {
    const user = await createUser();
    const first = await update(user.id, { password: newer, version: user.version });
    const session = await test.signInUser(user.userID, newer);
    const { id, version, fullName, position, userID: userId } = user;
    const late = await update(id, { id, version, fullName, position, userId, password });
    expect(late.status).toBe(409);
    expect(late.body.current).toEqual(first.body.data);
    expect(late.body.changedBy).toBe('Administrator');
    expect(staleUser.safeParse(late.body).error).toBeUndefined();
    expect((await test.call('appStats', { as: session })).status).toBe(200);
    await test.signInUser(user.userID, newer);
    expect((await seqsOf(id)).at(-1)).toBe(first.body.data.version);
  });

  it('by many at once is won by exactly one', async () => {
    const { id, version } = await createUser();
    const names = Array.from({ length: 5 }, (_, index) => `Name ${index}`);
    const answers = await Promise.all(names.map((fullName) => update(id, { fullName, version })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  it('may be left out: the last write wins then; what is no number is 400', async () => {
    const { id } = await createUser();
    await update(id, { fullName: 'First' });
    expect((await update(id, { fullName: 'Second' })).body.data.fullName).toBe('Second');
    const { status, body } = await update(id, { version: 'old' });
    expect([status, body.errors[0].field]).toEqual([400, 'version']);
  });
});
