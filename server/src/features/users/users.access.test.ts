import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
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
const remove = (id: string) => test.call('deleteUser', { as: admin, id });
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

describe('deleting a user', () => {
  it('keeps the apps, unassigned, and remembers them in the log', async () => {
    const user = await createUser();
    const appForm = { as: admin, body: sampleAppForm({ selectedUser: user.userID }) };
    const { appID } = (await test.call('addApp', appForm)).body.data;
    expect((await listed(user.id))?.noOfApps).toBe(1);

    const answer = await remove(user.id);
    expect([answer.status, answer.body.data]).toEqual([200, { id: user.id }]);
    expect(await listed(user.id)).toBeUndefined();
    const apps = (await test.call('getAllApp', { as: admin })).body.data;
    const app = apps.find((one: { appID: string }) => one.appID === appID);
    expect(app).toMatchObject({ userID: '', fullName: '' });
    const last = (await logOf(user.id)).at(-1);
    expect(last).toMatchObject({ action: 'delete', row: { id: user.id, appIDs: [appID] } });
    expect(Object.keys(last?.row).sort()).toEqual(
      ['appIDs', 'createdAt', 'fullName', 'id', 'position', 'userID'].sort(),
    );
  });

  it('frees the login id', async () => {
    const user = await createUser();
    await remove(user.id);
    await createUser({ userId: user.userID });
  });
});

describe('an id that is nobody’s', () => {
  const cutOff = ['x'.repeat(10_000)];
  it.each(['nobody', "' or 1=1 --", '../../etc/passwd', '%', '😀', 'x'.repeat(200), ...cutOff])(
    '%j is 404',
    async (id) => {
      for (const answer of [await update(id, { fullName: 'X' }), await remove(id)]) {
        expect([answer.status, answer.body.status]).toEqual([404, 'error']);
      }
    },
  );

  it.each(['a\u0000b', '\u0007'])('%j is 400', async (id) => {
    expect((await update(id, { fullName: 'X' })).status).toBe(400);
    expect((await remove(id)).status).toBe(400);
  });
});

describe('who may', () => {
  it('is administrators only', async () => {
    const user = await createUser();
    const bearer = await test.signInUser(user.userID, rightPassword);
    const body = sampleUserForm({ userId: 'forged' });
    await writesNothing(async () => {
      for (const [as, status] of [
        [bearer, 403],
        [undefined, 401],
      ] as const) {
        const answers = [
          await test.call('getUser', { as }),
          await test.call('createNewUser', { as, body }),
          await test.call('updateUser', { as, id: user.id, body: { id: user.id, fullName: 'X' } }),
          await test.call('deleteUser', { as, id: user.id }),
        ];
        for (const answer of answers) expect(answer.status).toBe(status);
      }
    });
  });
});
