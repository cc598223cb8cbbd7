import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openUserServer, type UserServer } from '../../../test/servers/user-server.ts';

let api: UserServer;
beforeAll(async () => {
  api = await openUserServer();
});
afterAll(() => api?.close());

describe('updating a user', () => {
  it('keeps what is absent and writes what is given', async () => {
    const user = await api.create();
    const answer = await api.update(user.id, { position: 'Owner', id: user.id });
    expect(answer.body.data).toEqual({
      ...user,
      position: 'Owner',
      version: expect.any(Number),
    });
    const listed = await api.listed(user.id);
    expect(listed).toEqual({ ...answer.body.data, password: api.password });
  });

  it('takes another login id, or their own one in other case', async () => {
    const user = await api.create();
    for (const userId of [user.userID.toUpperCase(), `${user.userID}-renamed`]) {
      expect((await api.update(user.id, { userId })).body.data.userID).toBe(userId);
      await api.signInUser(userId, api.password);
    }
  });

  it('refuses the login id of somebody else, asked one after the other or at once', async () => {
    const [one, other] = [await api.create(), await api.create()];
    const taken = await api.update(one.id, { userId: other.userID.toUpperCase() });
    expect(taken.status, taken.text).toBe(409);
    expect(taken.body.errors[0].field).toBe('userId');
    const answers = await Promise.all(
      [one, other].map(({ id }) => api.update(id, { userId: 'ours' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('keeps hash and sessions when the password is absent or the same', async () => {
    const user = await api.create();
    const bearer = await api.signInUser(user.userID, api.password);
    const before = await api.rowOf(user.id);
    for (const change of [{}, { fullName: 'Ada' }, { password: ` ${api.password} ` }]) {
      expect((await api.update(user.id, change)).status).toBe(200);
    }
    expect((await api.rowOf(user.id))?.passwordHash).toBe(before?.passwordHash);
    expect((await api.call('getCategory', { as: bearer })).status).toBe(200);
    expect((await api.entriesOf(user.id)).map(({ action }) => action)).toEqual([
      'create',
      'update',
    ]);
  });

  it('ends the sessions when the password is another', async () => {
    const user = await api.create();
    const bearer = await api.signInUser(user.userID, api.password);
    await api.update(user.id, { password: 'another-tide-8' });
    expect((await api.listed(user.id))?.password).toBe('another-tide-8');
    const stale = await api.call('getCategory', { as: bearer });
    expect([stale.status, stale.body.token]).toEqual([401, false]);
    await expect(api.signInUser(user.userID, api.password)).rejects.toThrow('sign-in failed');
    await api.signInUser(user.userID, 'another-tide-8');
    const last = (await api.entriesOf(user.id)).at(-1);
    expect(last?.action).toBe('change-password');
    expect(JSON.stringify(await api.entriesOf(user.id))).not.toMatch(/another-tide|argon2/);
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
    const user = await api.create();
    await api.writesNothing(async () => {
      const answer = await api.update(user.id, body);
      expect(answer.status, answer.text).toBe(400);
      expect(answer.body.errors[0].field).toBe(field);
    });
  });
});
