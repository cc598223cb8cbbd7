import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openUserDesk, type UserDesk } from '../../../test/user-desk.ts';

let desk: UserDesk;
beforeAll(async () => {
  desk = await openUserDesk();
});
afterAll(() => desk?.close());

describe('deleting a user', () => {
  it('keeps the apps, unassigned, and remembers them in the log', async () => {
    const user = await desk.create();
    const appForm = { as: desk.admin, body: sampleAppForm({ selectedUser: user.userID }) };
    const { appID } = (await desk.call('addApp', appForm)).body.data;
    expect((await desk.listed(user.id))?.noOfApps).toBe(1);

    const answer = await desk.remove(user.id);
    expect([answer.status, answer.body.data]).toEqual([200, { id: user.id }]);
    expect(await desk.listed(user.id)).toBeUndefined();
    const apps = (await desk.call('getAllApp', { as: desk.admin })).body.data;
    const app = apps.find((one: { appID: string }) => one.appID === appID);
    expect(app).toMatchObject({ userID: '', fullName: '' });
    const last = (await desk.entriesOf(user.id)).at(-1);
    expect(last).toMatchObject({ action: 'delete', row: { id: user.id, appIDs: [appID] } });
    expect(Object.keys(last?.row).sort()).toEqual(
      ['appIDs', 'createdAt', 'fullName', 'id', 'position', 'userID'].sort(),
    );
  });

  it('frees the login id', async () => {
    const user = await desk.create();
    await desk.remove(user.id);
    await desk.create({ userId: user.userID });
  });
});

describe('an id that is nobody’s', () => {
  const cutOff = ['x'.repeat(10_000)];
  it.each(['nobody', "' or 1=1 --", '../../etc/passwd', '%', '😀', 'x'.repeat(200), ...cutOff])(
    '%j is 404',
    async (id) => {
      for (const answer of [await desk.update(id, { fullName: 'X' }), await desk.remove(id)]) {
        expect([answer.status, answer.body.status]).toEqual([404, 'error']);
      }
    },
  );

  it.each(['a\u0000b', '\u0007'])('%j is 400', async (id) => {
    expect((await desk.update(id, { fullName: 'X' })).status).toBe(400);
    expect((await desk.remove(id)).status).toBe(400);
  });
});

describe('who may', () => {
  it('is administrators only', async () => {
    const user = await desk.create();
    const bearer = await desk.signInUser(user.userID, desk.password);
    const body = sampleUserForm({ userId: 'forged' });
    await desk.writesNothing(async () => {
      for (const [as, status] of [
        [bearer, 403],
        [undefined, 401],
      ] as const) {
        const answers = [
          await desk.call('getUser', { as }),
          await desk.call('createNewUser', { as, body }),
          await desk.call('updateUser', { as, id: user.id, body: { id: user.id, fullName: 'X' } }),
          await desk.call('deleteUser', { as, id: user.id }),
        ];
        for (const answer of answers) expect(answer.status, answer.text).toBe(status);
      }
    });
  });
});
