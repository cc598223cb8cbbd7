import { staleUser } from '@adwarden/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openUserServer, type UserServer } from '../../../test/servers/user-server.ts';

let api: UserServer;
beforeAll(async () => {
  api = await openUserServer();
});
afterAll(() => api?.close());

const newer = 'newer-tide-8';
const seqsOf = async (id: string) => (await api.entriesOf(id)).map(({ seq }) => seq);

describe('the version of a user', () => {
  it('is the seq of the last change, also of a new password and of a restore', async () => {
    const { id, userID, version } = await api.create();
    const { password } = api;
    expect([version]).toEqual(await seqsOf(id));

    const both = await api.update(id, { position: 'Owner', password: newer });
    expect(both.body.data.version).toBe((await seqsOf(id)).at(-1));
    expect(await seqsOf(id)).toHaveLength(3);

    const session = await api.signInUser(userID, newer);
    const body = { oldPassword: newer, newPassword: password, confirmPassword: password };
    expect((await api.call('userChangePassword', { as: session, body })).status).toBe(200);
    expect((await api.listed(id))?.version).toBe((await seqsOf(id)).at(-1));
    expect(await seqsOf(id)).toHaveLength(4);

    const restored = await api.call('restoreChange', { as: api.admin, id: version });
    expect(restored.body.data.user.version).toBe((await seqsOf(id)).at(-1));
    await api.call('deleteUser', { as: api.admin, id });
    const again = await api.call('restoreChange', { as: api.admin, id: version });
    expect(again.body.data.user.version).toBe((await seqsOf(id)).at(-1));
  });

  it('stays when an edit changes nothing', async () => {
    const { id, version, fullName } = await api.create();
    const { password } = api;
    const { body } = await api.update(id, { fullName, password, version });
    expect(body.data.version).toBe(version);
    expect(await seqsOf(id)).toEqual([version]);
  });

  it('of an old form gets 409: neither password nor session of the newer one is lost', async () => {
    const user = await api.create();
    const first = await api.update(user.id, { password: newer, version: user.version });
    const session = await api.signInUser(user.userID, newer);
    const { id, version, fullName, position, userID: userId } = user;
    const { password } = api;
    const late = await api.update(id, { id, version, fullName, position, userId, password });
    expect(late.status, late.text).toBe(409);
    expect(late.body.current).toEqual(first.body.data);
    expect(late.body.changedBy).toBe('Administrator');
    expect(staleUser.safeParse(late.body).error).toBeUndefined();
    expect((await api.call('appStats', { as: session })).status).toBe(200);
    await api.signInUser(user.userID, newer);
    expect((await seqsOf(id)).at(-1)).toBe(first.body.data.version);
  });

  it('by many at once is won by exactly one', async () => {
    const { id, version } = await api.create();
    const names = Array.from({ length: 5 }, (_, index) => `Name ${index}`);
    const answers = await Promise.all(
      names.map((fullName) => api.update(id, { fullName, version })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  it('may be left out, then the last write wins; text that is no number is 400', async () => {
    const { id } = await api.create();
    await api.update(id, { fullName: 'First' });
    expect((await api.update(id, { fullName: 'Second' })).body.data.fullName).toBe('Second');
    const { status, body } = await api.update(id, { version: 'old' });
    expect([status, body.errors[0].field]).toEqual([400, 'version']);
  });
});
