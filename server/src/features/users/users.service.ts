import { isDeepStrictEqual } from 'node:util';
import type { NewUserForm, User, UserChanges, UserListQuery } from '@adwarden/contract/users';
import type { ChangeLog, LoggedWrite } from '../../changes/change-log.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { invalidField, notFound } from '../../kit/app-error.ts';
import { newId } from '../../kit/ids.ts';
import { allUsers, pageOfUsers } from './users.list.store.ts';
import type { UserPasswords } from './users.passwords.service.ts';
import { presentUser } from './users.present.ts';
import * as store from './users.store.ts';
import { snapshotOf, type UserRow } from './users.table.ts';

export type UsersParts = {
  db: Db;
  changeLog: ChangeLog;
  passwords: UserPasswords;
  endSessions: (tx: Tx, kind: 'user', id: string) => Promise<void>;
  /** Takes every app of a user away from them and answers the app IDs. */
  unassignApps: (write: LoggedWrite, userId: string) => Promise<string[]>;
};

export type UsersService = ReturnType<typeof createUsers>;

/** Builds what administrators do with app owners (spec, section 7; design, section 4 "Writes"). */
export function createUsers(parts: UsersParts) {
  const { db, changeLog, passwords, endSessions, unassignApps } = parts;

  async function present(from: Db, rows: UserRow[]): Promise<User[]> {
    const apps = await store.countAppsOf(
      from,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => presentUser(row, passwords.show(row), apps.get(row.id) ?? 0));
  }

  async function find(from: Db, id: string): Promise<UserRow> {
    const user = await store.findUser(from, id);
    if (!user) throw notFound('User');
    return user;
  }

  /** The user as answered; AppError `not-found`. */
  async function read(from: Db, id: string): Promise<User> {
    const [user] = await present(from, [await find(from, id)]);
    return user as User;
  }

  return {
    read,

    async page(query: UserListQuery) {
      const { rows, ...totals } = await pageOfUsers(db, query);
      return { users: await present(db, rows), totals };
    },

    async *all(): AsyncGenerator<User[]> {
      for await (const rows of allUsers(db)) yield await present(db, rows);
    },

    async create(actor: Actor, form: NewUserForm): Promise<User> {
      await store.mustBeFree(db, form.userId);
      const id = newId();
      const password = await passwords.store(id, form.password);
      return changeLog(actor, async ({ tx, at, log }) => {
        const { userId: userID, fullName, position } = form;
        const row: UserRow = { id, userID, fullName, position, ...password, createdAt: at };
        await log({ entity: 'user', key: id, action: 'create', row: snapshotOf(row) });
        await store.insertUser(tx, row);
        return read(tx, id);
      });
    },

    /** Absent keeps. A password other than the one in force ends the user's sessions. */
    async update(actor: Actor, id: string, form: UserChanges): Promise<User> {
      if (form.id !== undefined && form.id !== id) {
        throw invalidField('id', 'The id in the body is not the one in the path');
      }
      const user = await find(db, id);
      if (form.userId !== undefined) await store.mustBeFree(db, form.userId, id);
      const password = await passwords.storeNew(user, form.password);
      return changeLog(actor, async ({ tx, log }) => {
        const before = snapshotOf(await find(tx, id));
        const row = {
          ...before,
          userID: form.userId ?? before.userID,
          fullName: form.fullName ?? before.fullName,
          position: form.position ?? before.position,
        };
        if (!isDeepStrictEqual(row, before)) {
          await log({ entity: 'user', key: id, action: 'update', row });
        }
        if (password) {
          await log({ entity: 'user', key: id, action: 'change-password', row });
          await endSessions(tx, 'user', id);
        }
        await store.updateUser(tx, row, password);
        return read(tx, id);
      });
    },

    /** The apps stay, unassigned; the log remembers whose they were. */
    async remove(actor: Actor, id: string): Promise<void> {
      await changeLog(actor, async (write) => {
        const { tx, log } = write;
        const user = snapshotOf(await find(tx, id));
        const appIDs = await unassignApps(write, id);
        await log({ entity: 'user', key: id, action: 'delete', row: { ...user, appIDs } });
        await store.deleteUser(tx, id);
        await endSessions(tx, 'user', id);
      });
    },

    /** The hash in force, '' when there is none. */
    async passwordHashOf(id: string): Promise<string> {
      return (await store.findUser(db, id))?.passwordHash ?? '';
    },

    /** The user's own change: false when `oldHash` is in force no more. Ends all of the user's sessions. */
    async changePassword(actor: Actor, oldHash: string, newPassword: string): Promise<boolean> {
      const { id } = actor;
      const password = await passwords.store(id, newPassword);
      return changeLog(actor, async ({ tx, log }) => {
        if (!(await store.replacePassword(tx, id, oldHash, password))) return false;
        const row = snapshotOf(await find(tx, id));
        await log({ entity: 'user', key: id, action: 'change-password', row });
        await endSessions(tx, 'user', id);
        return true;
      });
    },
  };
}
