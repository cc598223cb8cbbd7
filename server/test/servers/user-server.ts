import { sampleUserForm } from '@adwarden/contract/testing/samples';
import type { User } from '@adwarden/contract/users';
import { expect } from 'vitest';
import { buildTestServer } from './build-test-server.ts';

export type UserServer = Awaited<ReturnType<typeof openUserServer>>;

/** Opens a test server with an administrator signed in, and short ways to the calls about app owners. */
export async function openUserServer(...given: Parameters<typeof buildTestServer>) {
  const test = await buildTestServer(...given);
  const admin = await test.signInAdmin();
  let created = 0;

  return {
    ...test,
    admin,
    /** The password of every user that `create` makes, unless the form has another one. */
    password: sampleUserForm().password,

    /** Creates a new user of the sample form; the login id is `owner-1`, `owner-2`, … unless given. */
    async create(form: Parameters<typeof sampleUserForm>[0] = {}): Promise<User> {
      created += 1;
      const body = sampleUserForm({ userId: `owner-${created}`, ...form });
      const answer = await test.call('createNewUser', { as: admin, body });
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data;
    },

    update: (id: string, body: object) => test.call('updateUser', { as: admin, id, body }),
    remove: (id: string) => test.call('deleteUser', { as: admin, id }),

    /** Finds the user as the list shows it. */
    async listed(id: string): Promise<User | undefined> {
      const { body } = await test.call('getUser', { as: admin });
      return body.data.find((user: User) => user.id === id);
    },

    rowOf: (id: string) =>
      test.db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Returns the entries of a user in the log of changes, oldest first. */
    async entriesOf(id: string) {
      const query = test.db.selectFrom('change').selectAll().where('entity', '=', 'user');
      const rows = await query.where('key', '=', id).orderBy('seq').execute();
      return rows.map(({ seq, action, row, actorName }) => ({
        seq,
        action,
        actorName,
        row: JSON.parse(row),
      }));
    },

    /** Expects that `work` writes no user and no entry of the log. */
    async writesNothing(work: () => Promise<unknown>): Promise<void> {
      const all = async () => ({
        users: await test.db.selectFrom('app_user').selectAll().orderBy('id').execute(),
        changes: await test.db.selectFrom('change').selectAll().orderBy('seq').execute(),
      });
      const before = await all();
      await work();
      expect(await all()).toEqual(before);
    },
  };
}
