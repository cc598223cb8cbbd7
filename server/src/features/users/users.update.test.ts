import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openUserDesk, type UserDesk } from '../../../test/user-desk.ts';

let desk: UserDesk;
beforeAll(async () => {
  desk = await openUserDesk();
});
afterAll(() => desk?.close());

describe('updating a user', () => {
  it('keeps what is absent and writes what is given', async () => {
    const user = await desk.create();
    const answer = await desk.update(user.id, { position: 'Owner', id: user.id });
    expect(answer.body.data).toEqual({
      ...user,
      position: 'Owner',
      version: expect.any(Number),
    });
    expect(await desk.listed(user.id)).toEqual(answer.body.data);
  });

  it('takes another login id, or the own one in other case', async () => {
    const user = await desk.create();
    for (const userId of [user.userID.toUpperCase(), `${user.userID}-renamed`]) {
      expect((await desk.update(user.id, { userId })).body.data.userID).toBe(userId);
      await desk.signInUser(userId, desk.password);
    }
  });

  it('refuses the login id of somebody else, asked one after the other or at once', async () => {
    const [one, other] = [await desk.create(), await desk.create()];
    const taken = await desk.update(one.id, { userId: other.userID.toUpperCase() });
    expect(taken.status, taken.text).toBe(409);
    expect(taken.body.errors[0].field).toBe('userId');
    const answers = await Promise.all(
      [one, other].map(({ id }) => desk.update(id, { userId: 'ours' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('keeps hash and sessions when the password is absent or the same', async () => {
    const user = await desk.create();
    const bearer = await desk.signInUser(user.userID, desk.password);
    const before = await desk.rowOf(user.id);
    for (const change of [{}, { fullName: 'Ada' }, { password: ` ${desk.password} ` }]) {
      expect((await desk.update(user.id, change)).status).toBe(200);
    }
    expect((await desk.rowOf(user.id))?.passwordHash).toBe(before?.passwordHash);
    expect((await desk.call('getCategory', { as: bearer })).status).toBe(200);
    expect((await desk.entriesOf(user.id)).map(({ action }) => action)).toEqual([
      'create',
      'update',
    ]);
  });

  it('ends the sessions when the password is another', async () => {
    const user = await desk.create();
    const bearer = await desk.signInUser(user.userID, desk.password);
    const answer = await desk.update(user.id, { password: 'another-tide-8' });
    expect(answer.body.data.password).toBe('another-tide-8');
    const stale = await desk.call('getCategory', { as: bearer });
    expect([stale.status, stale.body.token]).toEqual([401, false]);
    await expect(desk.signInUser(user.userID, desk.password)).rejects.toThrow('sign-in failed');
    await desk.signInUser(user.userID, 'another-tide-8');
    const last = (await desk.entriesOf(user.id)).at(-1);
    expect(last?.action).toBe('change-password');
    expect(JSON.stringify(await desk.entriesOf(user.id))).not.toMatch(/another-tide|argon2/);
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
    const user = await desk.create();
    await desk.writesNothing(async () => {
      const answer = await desk.update(user.id, body);
      expect(answer.status, answer.text).toBe(400);
      expect(answer.body.errors[0].field).toBe(field);
    });
  });
});
