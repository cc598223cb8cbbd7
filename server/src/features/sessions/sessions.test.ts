import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  adminEmail,
  adminPassword,
  buildTestServer,
  type TestServer,
} from '../../../test/servers/build-test-server.ts';
import { sha256 } from '../../kit/ids.ts';
import { createLogger } from '../../kit/logger.ts';

const hour = 3_600_000;
const notSignedIn = { status: 'error', success: false, message: 'Please sign in', token: false };

const lines: string[] = [];
let test: TestServer;
let admin: string;
beforeAll(async () => {
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
  test = await buildTestServer({ SESSION_HOURS: '2' }, { logger });
  admin = await test.signInAdmin();
  await createUser({ userId: 'Zoë' });
});
afterAll(() => test?.close());
beforeEach(() => test.db.deleteFrom('sign_in_failure').execute());

async function createUser(form: Parameters<typeof sampleUserForm>[0]) {
  const body = sampleUserForm(form);
  const answer = await test.call('createNewUser', { as: admin, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.id as string;
}

const tryUser = (userID: string, password: string) =>
  test.call('userSignIn', { body: { userID, password } });
const rightPassword = sampleUserForm().password;

/** Makes a call that needs a session. */
const callAs = (as: string) => test.call('getCategory', { as });

async function lastSeen(bearer: string, ago: number) {
  await test.db
    .updateTable('session')
    .set({ lastSeenAt: Date.now() - ago })
    .where('tokenHash', '=', sha256(bearer))
    .execute();
}

async function seenAgo(bearer: string): Promise<number> {
  const { lastSeenAt } = await test.db
    .selectFrom('session')
    .select('lastSeenAt')
    .where('tokenHash', '=', sha256(bearer))
    .executeTakeFirstOrThrow();
  return Date.now() - lastSeenAt;
}

describe('signing in', () => {
  it('answers an administrator with the fields of the specification', async () => {
    const { status, body, text } = await test.call('adminSignIn', {
      body: { email: ` ${adminEmail.toUpperCase()} `, password: ` ${adminPassword}` },
    });
    expect(status, text).toBe(200);
    const user = {
      _id: expect.stringMatching(/^[a-z2-7]{16}$/),
      role: 'admin',
      // Beside the fields of the specification (ADR 123).
      access: 'all',
      fullName: 'Administrator',
      email: adminEmail,
    };
    expect(body).toEqual({
      status: 'success',
      success: true,
      message: expect.any(String),
      token: expect.stringMatching(/^[\w-]{43}$/),
      user,
      data: user,
    });
  });

  it('answers an app owner, also for another case or Unicode composition of the login id', async () => {
    for (const userID of ['Zoë', 'ZOË', 'zoe\u0308']) {
      const { status, body } = await tryUser(userID, rightPassword);
      expect(status, userID).toBe(200);
      const user = { id: expect.any(String), role: 'user', fullName: 'Ada Harbour', userID: 'Zoë' };
      expect(body.user).toEqual(user);
      expect(body.data).toEqual(user);
      expect((await callAs(body.token)).status).toBe(200);
    }
  });

  it.each(['😀😀😀😀😀😀😀😀', 'שלום-עולם-12', "'; drop table app_user;--", 'Grüße-1234'])(
    'takes the password %j, decomposed and padded too',
    async (password) => {
      const userId = `owner ${password}`;
      await createUser({ userId, password: `  ${password}` });
      expect((await tryUser(userId, `${password.normalize('NFD')} `)).status).toBe(200);
      expect((await tryUser(userId, `${password}x`)).status).toBe(401);
    },
  );

  it('gives the same answer for an unknown account and a wrong password, without token:false', async () => {
    const wrong = await tryUser('Zoë', 'wrong-password');
    const unknown = await tryUser('nobody', 'wrong-password');
    expect(wrong.status, wrong.text).toBe(401);
    expect(wrong.body).toEqual({
      status: 'error',
      success: false,
      message: 'User id or password is wrong',
    });
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);

    const body = { email: 'nobody@example.com', password: 'wrong-password' };
    const asAdmin = await test.call('adminSignIn', { body });
    expect(asAdmin.status, asAdmin.text).toBe(401);
    expect(asAdmin.body.message).toBe('Email or password is wrong');
  });

  it('the log names a login only if somebody has it', async () => {
    const before = lines.length;
    await tryUser('Zoë', 'wrong-password');
    await tryUser('correct-horse-battery', 'Zoë');
    await test.call('adminSignIn', { body: { email: 'pass.word@example.com', password: 'x' } });
    await test.call('adminSignIn', { body: { email: adminEmail, password: 'wrong-password' } });
    const said = lines.slice(before).filter((line) => line.includes('"signIn"'));
    expect(said.map((line) => JSON.parse(line).signIn)).toMatchObject([
      { kind: 'user', account: 'Zoë', outcome: 'wrong-credentials' },
      { kind: 'user', account: null, outcome: 'wrong-credentials' },
      { kind: 'admin', account: null, outcome: 'wrong-credentials' },
      { kind: 'admin', account: adminEmail, outcome: 'wrong-credentials' },
    ]);
    expect(lines.slice(before).join('')).not.toMatch(/correct-horse|pass\.word/);
  });

  it('refuses an account at the sign-in of the other role', async () => {
    expect((await tryUser(adminEmail, adminPassword)).status).toBe(401);
    const body = { email: 'Zoë', password: rightPassword };
    expect((await test.call('adminSignIn', { body })).status).toBe(401);
  });

  it.each([
    ['userSignIn', {}, 'userID', 'Please Enter Your User id'],
    ['userSignIn', { userID: ' \t', password: 'x' }, 'userID', 'Please Enter Your User id'],
    ['userSignIn', { userID: 'ada' }, 'password', 'Please Enter Your Password'],
    ['userSignIn', { userID: 'ada', password: ' ' }, 'password', 'Please Enter Your Password'],
    ['userSignIn', { userID: 7, password: 'x' }, 'userID', 'User id must be text'],
    ['userSignIn', { userID: { $ne: '' }, password: 'x' }, 'userID', 'User id must be text'],
    ['adminSignIn', { password: 'x' }, 'email', 'Please Enter Your Email'],
    ['adminSignIn', { email: 'a\u0000b', password: 'x' }, 'email', expect.any(String)],
    ['adminSignIn', { email: 'x'.repeat(10_000), password: 'x' }, 'email', expect.any(String)],
    ['adminSignIn', { email: 'a', password: '\ud800' }, 'password', expect.any(String)],
  ] as const)('%s %j is 400 on %s', async (route, body, field, message) => {
    const answer = await test.callLoosely(route, { body });
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.errors).toContainEqual({ field, message });
  });
});

describe('a session', () => {
  it.each([
    undefined,
    'Bearer',
    'Bearer ',
    'Bearer null',
    'Bearer undefined',
    `Basic ${'a'.repeat(43)}`,
    `Bearer ${'a'.repeat(42)}`,
    `Bearer ${'a'.repeat(43)}`,
    `Bearer ${'a'.repeat(10_000)}`,
    `Bearer ${"'".repeat(43)}`,
  ])('is not there for the authorization %j', async (authorization) => {
    const headers = authorization === undefined ? {} : { authorization };
    const { status, body } = await test.call('getCategory', { headers });
    expect([status, body]).toEqual([401, notSignedIn]);
  });

  it('ends a given time after its last use', async () => {
    const bearer = await test.signInAdmin();
    await lastSeen(bearer, 2 * hour - 30_000);
    expect((await callAs(bearer)).status).toBe(200);
    // The time of use is written after the answer.
    await expect.poll(() => seenAgo(bearer)).toBeLessThan(hour);
    await lastSeen(bearer, 2 * hour);
    const { status, body } = await callAs(bearer);
    expect([status, body]).toEqual([401, notSignedIn]);
  });

  it('ends 30 days after the sign-in, however often it is used', async () => {
    const bearer = await test.signInAdmin();
    const signedIn = (ago: number) =>
      test.db
        .updateTable('session')
        .set({ createdAt: Date.now() - ago })
        .where('tokenHash', '=', sha256(bearer))
        .execute();
    await signedIn(30 * 24 * hour - 30_000);
    expect((await callAs(bearer)).status).toBe(200);
    await signedIn(30 * 24 * hour);
    const { status, body } = await callAs(bearer);
    expect([status, body]).toEqual([401, notSignedIn]);
    await test.signInAdmin();
    const query = test.db.selectFrom('session').selectAll();
    expect(await query.where('tokenHash', '=', sha256(bearer)).execute()).toEqual([]);
  });

  it('ends when its owner signs in again with its token, but not if that fails', async () => {
    const bearer = await test.signInAdmin();
    const other = await test.signInAdmin();
    const wrong = { email: adminEmail, password: 'wrong-password' };
    expect((await test.call('adminSignIn', { as: bearer, body: wrong })).status).toBe(401);
    expect((await callAs(bearer)).status).toBe(200);
    const right = { email: adminEmail, password: adminPassword };
    const again = await test.call('adminSignIn', { as: bearer, body: right });
    expect(again.status, again.text).toBe(200);
    expect((await callAs(bearer)).status).toBe(401);
    expect((await callAs(again.body.token)).status).toBe(200);
    expect((await callAs(other)).status).toBe(200);
  });

  it('updates its last use at most once a minute', async () => {
    const bearer = await test.signInAdmin();
    const seen = async () => {
      await callAs(bearer);
      const query = test.db.selectFrom('session').select('lastSeenAt');
      const row = await query.where('tokenHash', '=', sha256(bearer)).executeTakeFirstOrThrow();
      return Date.now() - row.lastSeenAt;
    };
    await lastSeen(bearer, 59_000);
    expect(await seen()).toBeGreaterThanOrEqual(59_000);
    await lastSeen(bearer, 61_000);
    await expect.poll(seen).toBeLessThan(10_000);
  });

  it('ends in time although a page calls in the background', async () => {
    const bearer = await test.signInAdmin();
    const other = await test.signInAdmin();
    await lastSeen(bearer, 2 * hour - 30_000);
    await lastSeen(other, 2 * hour - 30_000);
    const poll = () =>
      test.call('getCategory', { as: bearer, headers: { 'Adwarden-Background': '1' } });
    expect((await poll()).status).toBe(200);
    // The use of another session is written. The poll came earlier, so its use would have been written, too.
    await callAs(other);
    const seen = async (token: string) => {
      const query = test.db.selectFrom('session').select('lastSeenAt');
      const row = await query.where('tokenHash', '=', sha256(token)).executeTakeFirstOrThrow();
      return Date.now() - row.lastSeenAt;
    };
    await expect.poll(() => seen(other)).toBeLessThan(10_000);
    expect(await seen(bearer)).toBeGreaterThan(hour);
    await lastSeen(bearer, 2 * hour);
    expect((await poll()).status).toBe(401);
  });

  it('is stored only with the hash of its token', async () => {
    const bearer = await test.signInAdmin();
    const rows = await test.db.selectFrom('session').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(bearer);
    expect(rows.map((row) => row.tokenHash)).toContain(sha256(bearer));
  });

  it('ends with the account', async () => {
    const id = await createUser({ userId: 'leaving' });
    const bearer = await test.signInUser('leaving', rightPassword);
    expect((await callAs(bearer)).status).toBe(200);
    expect((await test.call('deleteUser', { as: admin, id })).status).toBe(200);
    const { status, body } = await callAs(bearer);
    expect([status, body]).toEqual([401, notSignedIn]);
  });

  it('is deleted by the next sign-in after it has expired', async () => {
    const bearer = await test.signInAdmin();
    await lastSeen(bearer, 3 * hour);
    await test.signInAdmin();
    const query = test.db.selectFrom('session').selectAll();
    expect(await query.where('tokenHash', '=', sha256(bearer)).execute()).toEqual([]);
  });
});

describe('signing out', () => {
  it("ends the caller's own session whatever adminId says", async () => {
    const mine = await test.signInAdmin();
    const other = await test.signInUser('Zoë', rightPassword);
    const sessions = await test.db.selectFrom('session').selectAll().execute();
    const owner = sessions.find(({ tokenHash }) => tokenHash === sha256(other));
    const body = { adminId: owner?.accountId };
    const answer = await test.call('signOut', { as: mine, body });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ status: 'success', success: true, data: null });
    expect((await callAs(mine)).status).toBe(401);
    expect((await callAs(other)).status).toBe(200);
    expect((await callAs(admin)).status).toBe(200);
  });

  it('succeeds when the session has ended, is unknown, or never existed', async () => {
    const mine = await test.signInAdmin();
    await test.call('signOut', { as: mine });
    expect((await test.call('signOut', { as: mine })).status).toBe(200);
    expect((await test.call('signOut', { as: 'a'.repeat(43), body: {} })).status).toBe(200);
    expect((await test.call('signOut', { body: { adminId: 'x' } })).status).toBe(200);
  });
});
