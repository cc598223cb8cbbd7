import { limits } from '@adwarden/contract/limits';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  adminEmail,
  adminPassword,
  buildTestServer,
  type TestServer,
} from '../../../test/servers/build-test-server.ts';

let test: TestServer;
let admin: string;
beforeAll(async () => {
  test = await buildTestServer();
  admin = await test.signInAdmin();
});
afterAll(() => test?.close());
beforeEach(() => test.db.deleteFrom('sign_in_failure').execute());

const rightPassword = sampleUserForm().password;
const newPassword = 'Neue Gezeiten-8 😀';
let made = 0;

/** Makes a new user for the test, signed in. */
async function signedInUser() {
  made += 1;
  const userID = `owner-${made}`;
  const body = sampleUserForm({ userId: userID });
  const answer = await test.call('createNewUser', { as: admin, body });
  const as = await test.signInUser(userID, rightPassword);
  return { userID, as, id: answer.body.data.id as string };
}

const form = (over: object = {}) => ({
  oldPassword: rightPassword,
  newPassword,
  confirmPassword: newPassword,
  ...over,
});

describe('a user’s change of password', () => {
  it('ends only the session of the call when the person says so', async () => {
    const { userID, as } = await signedInUser();
    const other = await test.signInUser(userID, rightPassword);
    const answer = await test.call('userChangePassword', { as, body: form({ endOthers: false }) });
    expect(answer.status, answer.text).toBe(200);
    const statuses = await Promise.all(
      [as, other].map(async (bearer) => (await test.call('getCategory', { as: bearer })).status),
    );
    expect(statuses).toEqual([401, 200]);
  });

  it('sets the new password, ends every session of the user and no other', async () => {
    const { userID, as, id } = await signedInUser();
    const second = await test.signInUser(userID, rightPassword);
    const stranger = await signedInUser();
    const body = form({ userID: userID.toUpperCase() });
    const answer = await test.call('userChangePassword', { as, body });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ status: 'success', success: true, data: null });

    for (const bearer of [as, second]) {
      const stale = await test.call('getCategory', { as: bearer });
      expect([stale.status, stale.body.token]).toEqual([401, false]);
    }
    expect((await test.call('getCategory', { as: stranger.as })).status).toBe(200);
    expect((await test.call('getCategory', { as: admin })).status).toBe(200);
    await expect(test.signInUser(userID, rightPassword)).rejects.toThrow('is wrong');
    await test.signInUser(userID, ` ${newPassword.normalize('NFD')}`);

    const list = await test.call('getUser', { as: admin, query: { userID } });
    expect(list.body.data[0].password).toBe(newPassword);
    const changes = await test.db.selectFrom('change').selectAll().where('key', '=', id).execute();
    expect(changes.at(-1)).toMatchObject({ action: 'change-password', actorId: id });
    expect(JSON.stringify(changes)).not.toMatch(/argon2|Gezeiten|tide-clock/);
  });

  it('is refused for another account, whatever the payload says', async () => {
    const [mine, other] = [await signedInUser(), await signedInUser()];
    const body = form({ userID: other.userID, id: other.id, _id: other.id, email: adminEmail });
    const answer = await test.call('userChangePassword', { as: mine.as, body });
    expect(answer.status, answer.text).toBe(400);
    const message = 'This is not the account that is signed in';
    expect(answer.body.errors).toEqual([{ field: 'userID', message }]);
    await test.signInUser(mine.userID, rightPassword);
    await test.signInUser(other.userID, rightPassword);
  });

  it('is refused with a wrong old password, which is counted separately', async () => {
    const { as, userID } = await signedInUser();
    const body = form({ oldPassword: 'a-guess' });
    for (let count = 0; count < limits.signIn.perPair; count += 1) {
      const answer = await test.call('userChangePassword', { as, body });
      expect(answer.status, answer.text).toBe(400);
      const message = 'Old Password is wrong';
      expect(answer.body.errors).toEqual([{ field: 'oldPassword', message }]);
    }
    const refused = await test.call('userChangePassword', { as, body: form() });
    expect(refused.status, refused.text).toBe(429);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    // Sign-ins are counted separately.
    await test.signInUser(userID, rightPassword);
    expect((await test.call('getCategory', { as })).status).toBe(200);
  });

  it('is not blocked by wrong passwords of strangers at the sign-in', async () => {
    const { as, userID } = await signedInUser();
    const rows = Array.from({ length: limits.signIn.perAccount }, (_, index) => ({
      kind: 'user' as const,
      account: userID,
      at: Date.now(),
      address: `198.51.100.${index}`,
    }));
    await test.db.insertInto('sign_in_failure').values(rows).execute();
    expect((await test.call('userChangePassword', { as, body: form() })).status).toBe(200);
  });

  it('lets only one of two simultaneous changes succeed', async () => {
    const { as, userID } = await signedInUser();
    const wanted = ['first-password', 'second-password'];
    const answers = await Promise.all(
      wanted.map((password) => {
        const body = form({ newPassword: password, confirmPassword: password });
        return test.call('userChangePassword', { as, body });
      }),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const winner = wanted[statuses.indexOf(200)] ?? '';
    const loser = wanted[1 - statuses.indexOf(200)] ?? '';
    await test.signInUser(userID, winner);
    await expect(test.signInUser(userID, loser)).rejects.toThrow('is wrong');
  });

  it.each([
    [{ oldPassword: undefined }, 'oldPassword', 'Please Enter Your old Password'],
    [{ newPassword: ' ' }, 'newPassword', 'Please Enter Your New password'],
    [{ newPassword: 'short' }, 'newPassword', 'New Password must be 8 to 128 characters'],
    [{ newPassword: 12345678 }, 'newPassword', 'New Password must be text'],
    [
      { newPassword: 'password1', confirmPassword: 'password1' },
      'newPassword',
      'New Password is among the most common ones; please choose another',
    ],
    [
      { newPassword: 'ada-harbour', confirmPassword: 'ada-harbour' },
      'newPassword',
      'New Password must not be the name or login of the account, the company or the product',
    ],
    [{ confirmPassword: '' }, 'confirmPassword', 'Please Enter Your Confirm Password'],
    [{ confirmPassword: 'another-one' }, 'confirmPassword', 'Confirm Passwords do not match'],
  ])('refuses %j', async (over, field, message) => {
    const { as, userID } = await signedInUser();
    const answer = await test.call('userChangePassword', { as, body: form(over) });
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.errors).toContainEqual({ field, message });
    await test.signInUser(userID, rightPassword);
  });
});

describe('an administrator’s change of password', () => {
  it('sets the new password, ends the sessions, and is not a user’s call', async () => {
    const own = await buildTestServer();
    try {
      const as = await own.signInAdmin();
      const body = { ...form({ email: adminEmail.toUpperCase() }), oldPassword: adminPassword };
      expect((await own.call('userChangePassword', { as, body })).status).toBe(403);
      const other = await own.call('adminChangePassword', {
        as,
        body: { ...body, email: 'x@y.zz' },
      });
      expect([other.status, other.body.errors?.[0].field]).toEqual([400, 'email']);
      const wrong = { ...body, oldPassword: 'a-guess' };
      expect((await own.call('adminChangePassword', { as, body: wrong })).status).toBe(400);

      expect((await own.call('adminChangePassword', { as, body })).status).toBe(200);
      expect((await own.call('getCategory', { as })).body.token).toBe(false);
      await expect(own.signInAdmin()).rejects.toThrow('is wrong');
      const again = { email: adminEmail, password: newPassword };
      expect((await own.call('adminSignIn', { body: again })).status).toBe(200);
    } finally {
      await own.close();
    }
  });

  it('does not accept their own e-mail address as password', async () => {
    const as = await test.signInAdmin();
    const own = { newPassword: adminEmail, confirmPassword: adminEmail };
    const body = { ...form({ email: adminEmail, ...own }), oldPassword: adminPassword };
    const answer = await test.call('adminChangePassword', { as, body });
    expect([answer.status, answer.body.errors?.[0].field]).toEqual([400, 'newPassword']);
  });

  it('is refused to users and strangers', async () => {
    const { as } = await signedInUser();
    const body = { ...form({ email: adminEmail }), oldPassword: adminPassword };
    expect((await test.call('adminChangePassword', { as, body })).status).toBe(403);
    expect((await test.call('adminChangePassword', { body })).status).toBe(401);
    await test.signInAdmin();
  });
});
