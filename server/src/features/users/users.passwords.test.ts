import { sampleUserForm } from '@adwarden/contract/testing/samples';
import type { User } from '@adwarden/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestServer } from '../../../test/servers/build-test-server.ts';
import { openUserServer, type UserServer } from '../../../test/servers/user-server.ts';

/** Two servers share an SQLite file here: the background work of one would hold the lock that the other one waits for. */
const idle = { begins: false };

let api: UserServer;
beforeAll(async () => {
  api = await openUserServer({}, idle);
});
afterAll(() => api?.close());

describe('passwords that are not shown', () => {
  it('are Hidden when the sealed copy cannot be opened, and the user still signs in', async () => {
    const [user, other] = [await api.create(), await api.create({ password: 'others-password' })];
    const foreign = (await api.rowOf(other.id))?.passwordSealed ?? '';
    for (const passwordSealed of ['', 'nonsense', 'a.b', foreign]) {
      await api.db
        .updateTable('app_user')
        .set({ passwordSealed })
        .where('id', '=', user.id)
        .execute();
      expect((await api.listed(user.id))?.password, passwordSealed).toBe('Hidden');
      const answer = await api.update(user.id, { position: 'Owner' });
      expect([answer.status, answer.body.data.password]).toEqual([200, 'Hidden']);
    }
    await api.signInUser(user.userID, api.password);
  });

  it('are stored in clear nowhere', async () => {
    const password = 'clear-as-day-1';
    const user = await api.create({ password });
    const tables = ['app_user', 'change', 'session', 'sign_in_failure'] as const;
    for (const table of tables) {
      const rows = await api.db.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows), table).not.toContain(password);
    }
    expect((await api.rowOf(user.id))?.passwordHash).toMatch(/^\$argon2id\$/);
  });
});

describe('SHOW_PASSWORDS=off', () => {
  it('keeps no copy, takes the old ones away, and shows Hidden', async () => {
    const known = await api.create();
    const quiet = await buildTestServer({ SHOW_PASSWORDS: 'off', ...api.place }, idle);
    try {
      const as = await quiet.signInAdmin();
      const shown = async (id: string) => {
        const { body } = await quiet.call('getUser', { as });
        return body.data.find((user: User) => user.id === id).password;
      };
      expect(await shown(known.id)).toBe('Hidden');
      const copies = await quiet.db.selectFrom('app_user').select('passwordSealed').execute();
      expect(new Set(copies.map(({ passwordSealed }) => passwordSealed))).toEqual(new Set(['']));
      // This password comes from a node that still runs with the setting on.
      expect(await shown((await api.create()).id)).toBe('Hidden');

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
      expect((await api.rowOf(id))?.passwordSealed).toBe('');
      await quiet.signInUser('quiet', 'other-tide-8');
      await quiet.signInUser(known.userID, api.password);
    } finally {
      await quiet.close();
    }
  });
});
