import { isDeepStrictEqual } from 'node:util';
import type {
  NewUserForm,
  User,
  UserChanges,
  UserListQuery,
  UserName,
  UserNamesQuery,
} from '@adwarden/contract/users';
import type { ChangeLog, LoggedWrite } from '../../changes/change-log.ts';
import { staleEdit } from '../../changes/stale-edit.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { invalidField, notFound } from '../../kit/app-error.ts';
import { newId } from '../../kit/ids.ts';
import type { WeaknessOf } from '../../kit/weak-password.ts';
import type { NoteMade } from '../../repeats/repeats.ts';
import { allUsers, pageOfUsers } from './users.list.store.ts';
import type { UserPasswords } from './users.passwords.service.ts';
import { presentUser, presentUserName } from './users.present.ts';
import * as store from './users.store.ts';
import { snapshotOf, type UserRow } from './users.table.ts';

export type UsersParts = {
  db: Db;
  changeLog: ChangeLog;
  passwords: UserPasswords;
  weaknessOf: WeaknessOf;
  endSessions: (tx: Tx, kind: 'user', id: string) => Promise<void>;
  /** Deletes the saved views of a user. */
  deleteViewsOf: (tx: Tx, kind: 'user', id: string) => Promise<void>;
  /** Removes the owner of all apps of a user and returns the app IDs. */
  unassignApps: (write: LoggedWrite, userId: string) => Promise<string[]>;
};

export type UsersService = ReturnType<typeof createUsers>;

/** Builds what administrators do with app owners (spec, section 7; ADR 28 "Writes"). */
export function createUsers(parts: UsersParts) {
  const { db, changeLog, passwords, weaknessOf, endSessions, deleteViewsOf, unassignApps } = parts;

  async function mustBeStrong(password: string, own: string[]): Promise<void> {
    const weakness = await weaknessOf(password, own);
    if (weakness) throw invalidField('password', `Password ${weakness}`);
  }

  const countApps = (from: Db, rows: UserRow[]) =>
    store.countAppsOf(
      from,
      rows.map(({ id }) => id),
    );

  /** Users of the list, which shows readable passwords (spec, section 2). */
  async function presentListed(rows: UserRow[]): Promise<User[]> {
    const apps = await countApps(db, rows);
    return rows.map((row) => presentUser(row, passwords.show(row), apps.get(row.id) ?? 0));
  }

  async function present(from: Db, row: UserRow): Promise<User> {
    const apps = await countApps(from, [row]);
    return presentUser(row, passwords.hide(row), apps.get(row.id) ?? 0);
  }

  async function find(from: Db, id: string): Promise<UserRow> {
    const user = await store.findUser(from, id);
    if (!user) throw notFound('User');
    return user;
  }

  /** The user as sent in answers, with a hidden password; AppError `not-found`. */
  const read = async (from: Db, id: string): Promise<User> => present(from, await find(from, id));

  async function mustBeCurrent(
    from: Db,
    row: UserRow,
    expected: number | undefined,
  ): Promise<void> {
    const { version, createdAt: otherwiseAt } = row;
    if (expected === undefined || expected === version) return;
    const current = await present(from, row);
    throw await staleEdit(from, { thing: 'user', version, otherwiseAt, current });
  }

  return {
    read,

    /** A user as sent in answers; 404 when there is none. */
    readOne: (id: string): Promise<User> => read(db, id),

    async page(query: UserListQuery) {
      const { rows, ...totals } = await pageOfUsers(db, query);
      return { users: await presentListed(rows), totals };
    },

    async *all(): AsyncGenerator<User[]> {
      for await (const rows of allUsers(db)) yield await presentListed(rows);
    },

    async names(query: UserNamesQuery) {
      const { rows, ...totals } = await pageOfUsers(db, { ...query, sort: 'fullName' });
      const apps = await countApps(db, rows);
      const names: UserName[] = rows.map((row) => presentUserName(row, apps.get(row.id) ?? 0));
      return { names, totals };
    },

    /** The readable password of one user, and who it is; AppError `not-found`. */
    async password(id: string) {
      const row = await find(db, id);
      return { id, userID: row.userID, fullName: row.fullName, password: passwords.show(row) };
    },

    async create(actor: Actor, form: NewUserForm, noteMade?: NoteMade): Promise<User> {
      await store.mustBeFree(db, form.userId);
      const id = newId();
      await mustBeStrong(form.password, [form.userId, form.fullName]);
      const password = await passwords.store(id, form.password);
      return changeLog(actor, async ({ tx, at, log }) => {
        await noteMade?.(tx, id);
        const { userId: userID, fullName, position, needsApproval = 'off' } = form;
        const row = { id, userID, fullName, position, needsApproval, createdAt: at };
        const [version = 0] = await log({ entity: 'user', key: id, action: 'create', row });
        await store.insertUser(tx, { ...row, ...password, version });
        return read(tx, id);
      });
    },

    /**
     * A field that is absent stays as it is. A new password ends the user's sessions. When `version` is not the
     * current one, 409 with the current user.
     */
    async update(actor: Actor, id: string, form: UserChanges): Promise<User> {
      if (form.id !== undefined && form.id !== id) {
        throw invalidField('id', 'The id in the body is not the one in the path');
      }
      const user = await find(db, id);
      await mustBeCurrent(db, user, form.version);
      if (form.userId !== undefined) await store.mustBeFree(db, form.userId, id);
      const password = await passwords.storeNew(user, form.password);
      if (password && form.password !== undefined) {
        const { userId = user.userID, fullName = user.fullName } = form;
        await mustBeStrong(form.password, [userId, fullName]);
      }
      return changeLog(actor, async ({ tx, log }) => {
        const current = await find(tx, id);
        await mustBeCurrent(tx, current, form.version);
        const before = snapshotOf(current);
        const row = {
          ...before,
          userID: form.userId ?? before.userID,
          fullName: form.fullName ?? before.fullName,
          position: form.position ?? before.position,
          needsApproval: form.needsApproval ?? before.needsApproval,
        };
        const entry = { entity: 'user' as const, key: id, row };
        let { version } = current;
        if (!isDeepStrictEqual(row, before)) {
          [version = 0] = await log({ ...entry, action: 'update' });
        }
        if (password) {
          [version = 0] = await log({ ...entry, action: 'change-password' });
          await endSessions(tx, 'user', id);
        }
        await store.updateUser(tx, row, version, password);
        return read(tx, id);
      });
    },

    /** Deletes a user. The apps stay, without an owner; the log knows whose they were. */
    async remove(actor: Actor, id: string): Promise<{ fullName: string }> {
      return changeLog(actor, async (write) => {
        const { tx, log } = write;
        const user = snapshotOf(await find(tx, id));
        const appIDs = await unassignApps(write, id);
        await log({ entity: 'user', key: id, action: 'delete', row: { ...user, appIDs } });
        await store.deleteUser(tx, id);
        await endSessions(tx, 'user', id);
        await deleteViewsOf(tx, 'user', id);
        return { fullName: user.fullName };
      });
    },

    /** The current hash; '' when there is none. */
    async passwordHashOf(id: string): Promise<string> {
      return (await store.findUser(db, id))?.passwordHash ?? '';
    },

    /** Changes their own password and ends all sessions; false when `oldHash` is no longer current. */
    async changePassword(actor: Actor, oldHash: string, newPassword: string): Promise<boolean> {
      const { id } = actor;
      const password = await passwords.store(id, newPassword);
      return changeLog(actor, async ({ tx, log }) => {
        const user = await find(tx, id);
        if (user.passwordHash !== oldHash) return false;
        const row = snapshotOf(user);
        const [version = 0] = await log({
          entity: 'user',
          key: id,
          action: 'change-password',
          row,
        });
        await store.updateUser(tx, row, version, password);
        await endSessions(tx, 'user', id);
        return true;
      });
    },
  };
}
