import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openUserServer, type UserServer } from '../../../test/servers/user-server.ts';

let api: UserServer;
beforeAll(async () => {
  api = await openUserServer();
});
afterAll(() => api?.close());

describe('deleting a user', () => {
  it('keeps the apps, unassigned, and remembers them in the log', async () => {
    const user = await api.create();
    const appForm = { as: api.admin, body: sampleAppForm({ selectedUser: user.userID }) };
    const { appID } = (await api.call('addApp', appForm)).body.data;
    expect((await api.listed(user.id))?.noOfApps).toBe(1);

    const answer = await api.remove(user.id);
    expect([answer.status, answer.body.data]).toEqual([200, { id: user.id }]);
    expect(await api.listed(user.id)).toBeUndefined();
    const apps = (await api.call('getAllApp', { as: api.admin })).body.data;
    const app = apps.find((one: { appID: string }) => one.appID === appID);
    expect(app).toMatchObject({ userID: '', fullName: '' });
    const last = (await api.entriesOf(user.id)).at(-1);
    expect(last).toMatchObject({ action: 'delete', row: { id: user.id, appIDs: [appID] } });
    expect(Object.keys(last?.row).sort()).toEqual(
      [
        'appIDs',
        'createdAt',
        'email',
        'fullName',
        'id',
        'needsApproval',
        'position',
        'userID',
      ].sort(),
    );
  });

  it('frees the login id', async () => {
    const user = await api.create();
    await api.remove(user.id);
    await api.create({ userId: user.userID });
  });
});

describe('an id that is nobody’s', () => {
  const cutOff = ['x'.repeat(10_000)];
  it.each(['nobody', "' or 1=1 --", '../../etc/passwd', '%', '😀', 'x'.repeat(200), ...cutOff])(
    '%j is 404',
    async (id) => {
      for (const answer of [await api.update(id, { fullName: 'X' }), await api.remove(id)]) {
        expect([answer.status, answer.body.status]).toEqual([404, 'error']);
      }
    },
  );

  it.each(['a\u0000b', '\u0007'])('%j is 400', async (id) => {
    expect((await api.update(id, { fullName: 'X' })).status).toBe(400);
    expect((await api.remove(id)).status).toBe(400);
  });
});

describe('who may', () => {
  it('is administrators only', async () => {
    const user = await api.create();
    const bearer = await api.signInUser(user.userID, api.password);
    const body = sampleUserForm({ userId: 'forged' });
    await api.writesNothing(async () => {
      for (const [as, status] of [
        [bearer, 403],
        [undefined, 401],
      ] as const) {
        const answers = [
          await api.call('getUser', { as }),
          await api.call('createNewUser', { as, body }),
          await api.call('updateUser', { as, id: user.id, body: { id: user.id, fullName: 'X' } }),
          await api.call('deleteUser', { as, id: user.id }),
        ];
        for (const answer of answers) expect(answer.status, answer.text).toBe(status);
      }
    });
  });
});
