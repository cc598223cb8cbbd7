import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openUserServer, type UserServer } from '../../../test/servers/user-server.ts';

let api: UserServer;
beforeAll(async () => {
  api = await openUserServer({ COMPANY_NAME: 'Salt & Sail' });
});
afterAll(() => api?.close());

describe('creating a user', () => {
  it('answers the user as the specification names it; the list shows the password', async () => {
    const user = await api.create({ userId: ' Ada.Harbour ', fullName: 'Ada  O’Harbour' });
    expect(user).toEqual({
      id: expect.stringMatching(/^[a-z2-7]{16}$/),
      userID: 'Ada.Harbour',
      fullName: 'Ada  O’Harbour',
      position: 'Publisher',
      password: 'Hidden',
      needsApproval: 'off',
      email: '',
      noOfApps: 0,
      singleSignOn: false,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      version: expect.any(Number),
    });
    expect(await api.listed(user.id)).toEqual({ ...user, password: api.password });
    await api.signInUser('ada.harbour', api.password);
  });

  it('takes userID for userId, and ignores what is not the caller’s to set', async () => {
    const { userId: _, ...form } = sampleUserForm();
    const body = { ...form, userID: 'spelled', id: 'mine', createdAt: 1, passwordHash: 'x' };
    const answer = await api.call('createNewUser', { as: api.admin, body });
    expect(answer.body.data).toMatchObject({ userID: 'spelled', password: 'Hidden' });
    expect(answer.body.data.id).not.toBe('mine');
  });

  it('takes a multipart form too', async () => {
    const form = Object.entries(sampleUserForm({ userId: 'by-form', fullName: 'Zoë 😀' }));
    const parts = form.map(
      ([name, value]) =>
        `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const answer = await api.call('createNewUser', {
      as: api.admin,
      body: `${parts.join('')}--edge--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({ userID: 'by-form', fullName: 'Zoë 😀' });
  });

  it('logs the user without anything that opens the account', async () => {
    const {
      password: _,
      noOfApps: __,
      version: ___,
      singleSignOn: ____,
      ...user
    } = await api.create();
    const [{ seq: _seq, ...entry } = {}] = await api.entriesOf(user.id);
    const row = { ...user, createdAt: Date.parse(user.createdAt) };
    expect(entry).toEqual({ action: 'create', actorName: 'Administrator', row });
  });

  it.each([
    ['fullName', undefined, 'Please Enter Full Name'],
    ['fullName', '  ', 'Please Enter Full Name'],
    ['fullName', 'x'.repeat(201), 'Full Name must be at most 200 characters'],
    ['fullName', 'a\nb', 'Full Name must not contain control characters'],
    ['position', undefined, 'Please Enter Position Name'],
    ['position', ['x'], 'Position must be text'],
    ['userId', undefined, 'Please Enter User ID'],
    ['userId', 12, 'User ID must be text'],
    ['userId', 'a\u0000b', 'User ID must not contain control characters'],
    ['userId', '\ud83d', 'User ID contains broken Unicode'],
    ['password', undefined, 'Please Enter Password'],
    ['password', '       x       ', 'Password must be 8 to 128 characters'],
    ['password', 'x'.repeat(129), 'Password must be at most 128 characters'],
  ])('refuses %s = %j', async (field, value, message) => {
    await api.writesNothing(async () => {
      const body = { ...sampleUserForm({ userId: 'refused' }), [field]: value };
      const answer = await api.call('createNewUser', { as: api.admin, body });
      expect(answer.status, answer.text).toBe(400);
      expect(answer.body.errors).toEqual([{ field, message }]);
    });
  });

  it.each([
    ['12345678', {}],
    ['qwertyuiop', {}],
    ['ghost-of-tides', { userId: 'Ghost of Tides' }],
    ['ADA HARBOUR', {}],
    ['adwarden', {}],
    ['salt-sail', {}],
  ])('refuses the guessable password %s', async (password, over) => {
    const body = sampleUserForm({ userId: 'guessable', password, ...over });
    const answer = await api.call('createNewUser', { as: api.admin, body });
    expect([answer.status, answer.body.errors?.[0].field]).toEqual([400, 'password']);
    const user = await api.create();
    const edit = await api.update(user.id, { password, ...over });
    expect([edit.status, edit.body.errors?.[0].field]).toEqual([400, 'password']);
  });

  it.each(['userId', 'fullName', 'position'])(
    'refuses invisible characters in %s',
    async (field) => {
      const body = sampleUserForm({ userId: 'ghost', [field]: 'gh\u200bost' });
      const answer = await api.call('createNewUser', { as: api.admin, body });
      expect([answer.status, answer.body.errors?.[0].field]).toEqual([400, field]);
    },
  );

  it.each([
    ['Émile', 'émile'],
    ['İstanbul', 'i\u0307stanbul'],
    ['ÅSA', 'a\u030Asa'],
    ['plain', '  PLAIN '],
  ])('refuses a second %s as %s', async (first, second) => {
    await api.create({ userId: first });
    await api.writesNothing(async () => {
      const body = sampleUserForm({ userId: second });
      const answer = await api.call('createNewUser', { as: api.admin, body });
      expect(answer.status, answer.text).toBe(409);
      const message = 'This User ID is taken';
      expect(answer.body).toMatchObject({ message, errors: [{ field: 'userId', message }] });
    });
  });

  it('lets one of two win that ask for the same login id at once', async () => {
    const bodies = ['race', 'Race', 'RACE'].map((userId) => sampleUserForm({ userId }));
    const answers = await Promise.all(
      bodies.map((body) => api.call('createNewUser', { as: api.admin, body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it.each(["Robert'); drop table app_user;--", '100%_\\', '👩‍👩‍👧 مالك 👑', '<b>x</b>'])(
    'keeps the odd name %j',
    async (text) => {
      const user = await api.create({ userId: text, fullName: text, position: text });
      expect(await api.listed(user.id)).toMatchObject({
        userID: text,
        fullName: text,
        position: text,
      });
    },
  );
});
