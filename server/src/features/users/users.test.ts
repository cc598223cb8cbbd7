import { sampleUserForm } from '@adwarden/contract/testing/samples';
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
let made = 0;

/** A user of the test's own; the login id is `owner-1`, `owner-2`, … unless given. */
async function createUser(form: Parameters<typeof sampleUserForm>[0] = {}): Promise<User> {
  made += 1;
  const body = sampleUserForm({ userId: `owner-${made}`, ...form });
  const answer = await test.call('createNewUser', { as: admin, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

const update = (id: string, body: object) => test.call('updateUser', { as: admin, id, body });
const rowOf = (id: string) =>
  test.db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst();

async function listed(id: string): Promise<User | undefined> {
  const { body } = await test.call('getUser', { as: admin });
  return body.data.find((user: User) => user.id === id);
}

async function logOf(id: string) {
  const query = test.db.selectFrom('change').selectAll().where('entity', '=', 'user');
  const rows = await query.where('key', '=', id).orderBy('seq').execute();
  return rows.map(({ action, row, actorName }) => ({ action, actorName, row: JSON.parse(row) }));
}

/** Nothing may have been written by what `work` asks. */
async function writesNothing(work: () => Promise<unknown>) {
  const all = async () => ({
    users: await test.db.selectFrom('app_user').selectAll().orderBy('id').execute(),
    changes: await test.db.selectFrom('change').selectAll().orderBy('seq').execute(),
  });
  const before = await all();
  await work();
  expect(await all()).toEqual(before);
}

describe('creating a user', () => {
  it('answers the user as the specification names it, with the password readable', async () => {
    const user = await createUser({ userId: ' Ada.Harbour ', fullName: 'Ada  O’Harbour' });
    expect(user).toEqual({
      id: expect.stringMatching(/^[a-z2-7]{16}$/),
      userID: 'Ada.Harbour',
      fullName: 'Ada  O’Harbour',
      position: 'Publisher',
      password: rightPassword,
      noOfApps: 0,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      version: expect.any(Number),
    });
    expect(await listed(user.id)).toEqual(user);
    await test.signInUser('ada.harbour', rightPassword);
  });

  it('takes userID for userId, and ignores what is not the caller’s to set', async () => {
    const { userId: _, ...form } = sampleUserForm();
    const body = { ...form, userID: 'spelled', id: 'mine', createdAt: 1, passwordHash: 'x' };
    const answer = await test.call('createNewUser', { as: admin, body });
    expect(answer.body.data).toMatchObject({ userID: 'spelled', password: rightPassword });
    expect(answer.body.data.id).not.toBe('mine');
  });

  it('takes a multipart form too', async () => {
    const form = Object.entries(sampleUserForm({ userId: 'by-form', fullName: 'Zoë 😀' }));
    const parts = form.map(
      ([name, value]) =>
        `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const answer = await test.call('createNewUser', {
      as: admin,
      body: `${parts.join('')}--edge--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({ userID: 'by-form', fullName: 'Zoë 😀' });
  });

  it('logs the user without anything that opens the account', async () => {
    const { password: _, noOfApps: __, version: ___, ...user } = await createUser();
    const [entry] = await logOf(user.id);
    const row = { ...user, createdAt: Date.parse(user.createdAt) };
    expect(entry).toEqual({ action: 'create', actorName: 'Administrator', row });
  });

  it.each([
    ['fullName', undefined, 'Please Enter Full Name'],
    ['fullName', '  ', 'Please Enter Full Name'],
    ['fullName', 'x'.repeat(201), 'Full Name must be at most 200 characters'],
    ['fullName', 'a\nb', 'Full Name must not hold control characters'],
    ['position', undefined, 'Please Enter Position Name'],
    ['position', ['x'], 'Position must be text'],
    ['userId', undefined, 'Please Enter User ID'],
    ['userId', 12, 'User ID must be text'],
    ['userId', 'a\u0000b', 'User ID must not hold control characters'],
    ['userId', '\ud83d', 'User ID holds broken Unicode'],
    ['password', undefined, 'Please Enter Password'],
    ['password', '       x       ', 'Password must be 8 to 128 characters'],
    ['password', 'x'.repeat(129), 'Password must be at most 128 characters'],
  ])('refuses %s = %j', async (field, value, message) => {
    await writesNothing(async () => {
      const body = { ...sampleUserForm({ userId: 'refused' }), [field]: value };
      const answer = await test.call('createNewUser', { as: admin, body });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([{ field, message }]);
    });
  });

  it.each([
    ['12345678', {}],
    ['qwertyuiop', {}],
    ['ghost-of-tides', { userId: 'Ghost of Tides' }],
    ['ADA HARBOUR', {}],
    ['adwarden', {}],
  ])('refuses the guessable password %s', async (password, over) => {
    const body = sampleUserForm({ userId: 'guessable', password, ...over });
    const answer = await test.call('createNewUser', { as: admin, body });
    expect([answer.status, answer.body.errors?.[0].field]).toEqual([400, 'password']);
    const user = await createUser();
    const edit = await update(user.id, { password, ...over });
    expect([edit.status, edit.body.errors?.[0].field]).toEqual([400, 'password']);
  });

  it.each(['userId', 'fullName', 'position'])(
    'refuses invisible characters in %s',
    async (field) => {
      const body = sampleUserForm({ userId: 'ghost', [field]: 'gh\u200bost' });
      const answer = await test.call('createNewUser', { as: admin, body });
      expect([answer.status, answer.body.errors?.[0].field]).toEqual([400, field]);
    },
  );

  it.each([
    ['Émile', 'émile'],
    ['İstanbul', 'i\u0307stanbul'],
    ['ÅSA', 'a\u030Asa'],
    ['plain', '  PLAIN '],
  ])('refuses a second %s as %s', async (first, second) => {
    await createUser({ userId: first });
    await writesNothing(async () => {
      const body = sampleUserForm({ userId: second });
      const answer = await test.call('createNewUser', { as: admin, body });
      expect(answer.status).toBe(409);
      const message = 'This User ID is taken';
      expect(answer.body).toMatchObject({ message, errors: [{ field: 'userId', message }] });
    });
  });

  it('lets one of two win that ask for the same login id at once', async () => {
    const bodies = ['race', 'Race', 'RACE'].map((userId) => sampleUserForm({ userId }));
    const answers = await Promise.all(
      bodies.map((body) => test.call('createNewUser', { as: admin, body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it.each(["Robert'); drop table app_user;--", '100%_\\', '👩‍👩‍👧 مالك 👑', '<b>x</b>'])(
    'keeps the odd name %j',
    async (text) => {
      const user = await createUser({ userId: text, fullName: text, position: text });
      expect(await listed(user.id)).toMatchObject({ userID: text, fullName: text, position: text });
    },
  );
});

describe('updating a user', () => {
  it('keeps what is absent and writes what is given', async () => {
    const user = await createUser();
    const answer = await update(user.id, { position: 'Owner', id: user.id });
    expect(answer.body.data).toEqual({
      ...user,
      position: 'Owner',
      version: expect.any(Number),
    });
    expect(await listed(user.id)).toEqual(answer.body.data);
  });

  it('takes another login id, or the own one in other case', async () => {
    const user = await createUser();
    for (const userId of [user.userID.toUpperCase(), `${user.userID}-renamed`]) {
      expect((await update(user.id, { userId })).body.data.userID).toBe(userId);
      await test.signInUser(userId, rightPassword);
    }
  });

  it('refuses the login id of somebody else, asked one after the other or at once', async () => {
    const [one, other] = [await createUser(), await createUser()];
    const taken = await update(one.id, { userId: other.userID.toUpperCase() });
    expect(taken.status).toBe(409);
    expect(taken.body.errors[0].field).toBe('userId');
    const answers = await Promise.all([one, other].map(({ id }) => update(id, { userId: 'ours' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('keeps hash and sessions when the password is absent or the same', async () => {
    const user = await createUser();
    const bearer = await test.signInUser(user.userID, rightPassword);
    const before = await rowOf(user.id);
    for (const change of [{}, { fullName: 'Ada' }, { password: ` ${rightPassword} ` }]) {
      expect((await update(user.id, change)).status).toBe(200);
    }
    expect((await rowOf(user.id))?.passwordHash).toBe(before?.passwordHash);
    expect((await test.call('getCategory', { as: bearer })).status).toBe(200);
    expect((await logOf(user.id)).map(({ action }) => action)).toEqual(['create', 'update']);
  });

  it('ends the sessions when the password is another', async () => {
    const user = await createUser();
    const bearer = await test.signInUser(user.userID, rightPassword);
    const answer = await update(user.id, { password: 'another-tide-8' });
    expect(answer.body.data.password).toBe('another-tide-8');
    const stale = await test.call('getCategory', { as: bearer });
    expect([stale.status, stale.body.token]).toEqual([401, false]);
    await expect(test.signInUser(user.userID, rightPassword)).rejects.toThrow('sign-in failed');
    await test.signInUser(user.userID, 'another-tide-8');
    const last = (await logOf(user.id)).at(-1);
    expect(last?.action).toBe('change-password');
    expect(JSON.stringify(await logOf(user.id))).not.toMatch(/another-tide|argon2/);
  });

  it.each([
    [{ fullName: ' ' }, 'fullName'],
    [{ position: '' }, 'position'],
    [{ userId: '' }, 'userId'],
    [{ password: '' }, 'password'],
    [{ password: 'short' }, 'password'],
    [{ fullName: null }, 'fullName'],
    [{ id: 'another' }, 'id'],
    [{ id: '' }, 'id'],
    [{ id: 7 }, 'id'],
  ])('refuses %j', async (body, field) => {
    const user = await createUser();
    await writesNothing(async () => {
      const answer = await update(user.id, body);
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0].field).toBe(field);
    });
  });
});
