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

describe('passwords that are not shown', () => {
  it('are Hidden when the sealed copy cannot be opened, and the user still signs in', async () => {
    const [user, other] = [await createUser(), await createUser({ password: 'others-password' })];
    const foreign = (await rowOf(other.id))?.passwordSealed ?? '';
    for (const passwordSealed of ['', 'nonsense', 'a.b', foreign]) {
      await test.db
        .updateTable('app_user')
        .set({ passwordSealed })
        .where('id', '=', user.id)
        .execute();
      expect((await listed(user.id))?.password, passwordSealed).toBe('Hidden');
      const answer = await update(user.id, { position: 'Owner' });
      expect([answer.status, answer.body.data.password]).toEqual([200, 'Hidden']);
    }
    await test.signInUser(user.userID, rightPassword);
  });

  it('are stored in clear nowhere', async () => {
    const password = 'clear-as-day-1';
    const user = await createUser({ password });
    const tables = ['app_user', 'change', 'session', 'sign_in_failure'] as const;
    for (const table of tables) {
      const rows = await test.db.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows), table).not.toContain(password);
    }
    expect((await rowOf(user.id))?.passwordHash).toMatch(/^\$argon2id\$/);
  });
});

describe('SHOW_PASSWORDS=off', () => {
  it('keeps no copy, takes the old ones away, and shows Hidden', async () => {
    const known = await createUser();
    const quiet = await buildTestServer({ SHOW_PASSWORDS: 'off', ...test.place });
    try {
      const as = await quiet.signInAdmin();
      const shown = async (id: string) => {
        const { body } = await quiet.call('getUser', { as });
        return body.data.find((user: User) => user.id === id).password;
      };
      expect(await shown(known.id)).toBe('Hidden');
      const copies = await quiet.db.selectFrom('app_user').select('passwordSealed').execute();
      expect(new Set(copies.map(({ passwordSealed }) => passwordSealed))).toEqual(new Set(['']));
      // A node that still runs with the setting on.
      expect(await shown((await createUser()).id)).toBe('Hidden');

      const body = sampleUserForm({ userId: 'quiet' });
      const created = await quiet.call('createNewUser', { as, body });
      expect(created.body.data.password).toBe('Hidden');
      const { id } = created.body.data;
      const changed = await quiet.call('updateUser', {
        as,
        id,
        body: { password: 'other-tide-8' },
      });
      expect(changed.body.data.password).toBe('Hidden');
      expect((await rowOf(id))?.passwordSealed).toBe('');
      await quiet.signInUser('quiet', 'other-tide-8');
      await quiet.signInUser(known.userID, rightPassword);
    } finally {
      await quiet.close();
    }
  });
});
