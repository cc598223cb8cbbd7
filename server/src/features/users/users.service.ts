import { isDeepStrictEqual } from 'node:util';
import type { Invitation } from '@adwarden/contract/invitations/invitations';
import { limits } from '@adwarden/contract/limits';
import type {
  NewUserForm,
  User,
  UserChanges,
  UserListQuery,
  UserName,
  UserNamesQuery,
} from '@adwarden/contract/users';
import { z } from 'zod';
import type { ChangeLog, LoggedWrite } from '../../changes/change-log.ts';
import { staleEdit } from '../../changes/stale-edit.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { Actor, Author } from '../../http/actor.ts';
import { invalidField, notFound } from '../../kit/app-error.ts';
import { newId } from '../../kit/ids.ts';
import type { WeaknessOf } from '../../kit/weak-password.ts';
import { boundAccounts } from '../../people/bound-accounts.store.ts';
import type { MadeInvitation, MakeInvitations } from '../../people/invitations.ts';
import type { NoteMade } from '../../repeats/repeats.ts';
import { type Reader, seesSecrets } from '../../sight/secrets.policy.ts';
import { allUsers, pageOfUsers } from './users.list.store.ts';
import type { UserPasswords } from './users.passwords.service.ts';
import { presentUser, presentUserName } from './users.present.ts';
import * as store from './users.store.ts';
import { noPassword, type PasswordColumns, snapshotOf, type UserRow } from './users.table.ts';

type OfUser = { kind: 'user'; id: string };

/** A user as sent in answers, and a new invitation if there is one. */
export type UserAndInvitation = { user: User; invitation?: Invitation };

export type UsersDeps = {
  db: Db;
  changeLog: ChangeLog;
  passwords: UserPasswords;
  weaknessOf: WeaknessOf;
  /** Ends the sessions and the invitation of a user. */
  endAccess: (tx: Tx, user: OfUser, onlySession?: string) => Promise<void>;
  invitations: MakeInvitations;
  /** Deletes what belongs to a user: saved views and API keys. */
  deleteThingsOf: (tx: Tx, kind: 'user', id: string) => Promise<void>;
  /** Removes the owner of all apps of a user and returns the app IDs. */
  unassignApps: (write: LoggedWrite, userId: string) => Promise<string[]>;
};

export type UsersService = ReturnType<typeof createUsers>;

/** The position of an owner whom single sign-on has added. */
const positionOfProvider = 'App owner';

/** Returns a login id as an address for mails; null when it is none. */
const asAddress = (login: string): string | null =>
  z.email().max(limits.text.email).safeParse(login).data ?? null;

/** Builds what administrators do with app owners (spec, section 7; ADR 28 "Writes"). */
export function createUsers(deps: UsersDeps) {
  const { db, changeLog, passwords, weaknessOf, deleteThingsOf, unassignApps } = deps;
  const { endAccess, invitations } = deps;

  async function mustBeStrong(password: string, own: string[]): Promise<void> {
    const weakness = await weaknessOf(password, own);
    if (weakness) throw invalidField('password', `Password ${weakness}`);
  }

  /** Presents users, each with the password that `passwordOf` shows. */
  async function presentAll(
    from: Db,
    rows: UserRow[],
    passwordOf: (row: UserRow) => string,
  ): Promise<User[]> {
    const ids = rows.map(({ id }) => id);
    const apps = await store.countAppsOf(from, ids);
    const bound = await boundAccounts(from, 'user', ids);
    return rows.map((row) =>
      presentUser(row, {
        password: passwordOf(row),
        noOfApps: apps.get(row.id) ?? 0,
        singleSignOn: bound.has(row.id),
      }),
    );
  }

  /** Presents users of the list, which shows readable passwords to those who may see them (spec, section 2). */
  const presentListed = (reader: Reader, rows: UserRow[]): Promise<User[]> =>
    presentAll(db, rows, seesSecrets(reader) ? passwords.show : passwords.hide);

  async function present(from: Db, row: UserRow): Promise<User> {
    const [user] = await presentAll(from, [row], passwords.hide);
    return user as User;
  }

  async function find(from: Db, id: string): Promise<UserRow> {
    const user = await store.findUser(from, id);
    if (!user) throw notFound('User');
    return user;
  }

  /** Returns the user as sent in answers, with a hidden password; AppError `not-found`. */
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

  /** Writes a password that the user has chosen, and ends the sessions and the invitation. */
  async function replacePassword(
    { tx, log }: LoggedWrite,
    user: UserRow,
    password: PasswordColumns,
    action: 'change-password' | 'invite.accept',
    onlySession?: string,
  ): Promise<void> {
    const row = snapshotOf(user);
    const [version = 0] = await log({ entity: 'user', key: user.id, action, row });
    await store.updateUser(tx, row, version, password);
    await endAccess(tx, { kind: 'user', id: user.id }, onlySession);
  }

  async function tell(
    { user, made }: { user: User; made: MadeInvitation | null },
    actor: Actor,
  ): Promise<UserAndInvitation> {
    if (!made) return { user };
    const { id, fullName, userID: login, email } = user;
    const mailTo = email || asAddress(login);
    const invitee = { kind: 'user' as const, id, fullName, login, mailTo };
    return { user, invitation: await invitations.tell(made, invitee, actor) };
  }

  return {
    read,

    /** Returns a user as sent in answers; 404 when there is none. */
    readOne: (id: string): Promise<User> => read(db, id),

    async page(reader: Reader, query: UserListQuery) {
      const { rows, ...totals } = await pageOfUsers(db, query);
      return { users: await presentListed(reader, rows), totals };
    },

    async *all(reader: Reader): AsyncGenerator<User[]> {
      for await (const rows of allUsers(db)) yield await presentListed(reader, rows);
    },

    async names(query: UserNamesQuery) {
      const { rows, ...totals } = await pageOfUsers(db, { ...query, sort: 'fullName' });
      const ids = rows.map(({ id }) => id);
      const apps = await store.countAppsOf(db, ids);
      const names: UserName[] = rows.map((row) => presentUserName(row, apps.get(row.id) ?? 0));
      return { names, totals };
    },

    /** Returns the readable password of one user, and the user's name; AppError `not-found`. */
    async password(id: string) {
      const row = await find(db, id);
      return { id, userID: row.userID, fullName: row.fullName, password: passwords.show(row) };
    },

    async create(actor: Actor, form: NewUserForm, noteMade?: NoteMade): Promise<UserAndInvitation> {
      await store.mustBeFree(db, form.userId);
      await store.emailMustBeFree(db, form.email ?? '');
      const id = newId();
      const given = form.password;
      if (given !== undefined) await mustBeStrong(given, [form.userId, form.fullName]);
      const password = given === undefined ? noPassword : await passwords.store(id, given);
      const written = await changeLog(actor, async (write) => {
        const { tx, at, log } = write;
        await noteMade?.(tx, id);
        const { userId: userID, fullName, position, needsApproval = 'off', email = '' } = form;
        const row = { id, userID, fullName, position, needsApproval, email, createdAt: at };
        const entry = { entity: 'user' as const, key: id, row };
        let [version = 0] = await log({ ...entry, action: 'create' });
        if (form.invite) [version = 0] = await log({ ...entry, action: 'invite.make' });
        await store.insertUser(tx, { ...row, ...password, version });
        const made = form.invite ? await invitations.make(write, { kind: 'user', id }) : null;
        return { user: await read(tx, id), made };
      });
      return tell(written, actor);
    },

    /** Adds an owner for single sign-on, without a password; AppError `conflict` when the login id or the e-mail is in use. */
    async addOfProvider(
      { tx, at, log }: LoggedWrite,
      { email, fullName }: { email: string; fullName: string },
    ): Promise<string> {
      await store.mustBeFree(tx, email);
      await store.emailMustBeFree(tx, email);
      const id = newId();
      const row = {
        id,
        userID: email,
        fullName,
        position: positionOfProvider,
        needsApproval: 'off' as const,
        email,
        createdAt: at,
      };
      const [version = 0] = await log({ entity: 'user', key: id, action: 'create', row });
      await store.insertUser(tx, { ...row, ...noPassword, version });
      return id;
    },

    /**
     * Changes a user; an absent field stays as it is. A new password ends the user's sessions, and so does an invitation in its
     * place, which ends the password, too. When `version` is not the current one, 409 with the current user.
     */
    async update(actor: Actor, id: string, form: UserChanges): Promise<UserAndInvitation> {
      if (form.id !== undefined && form.id !== id) {
        throw invalidField('id', 'The id in the body is not the one in the path');
      }
      const user = await find(db, id);
      await mustBeCurrent(db, user, form.version);
      if (form.userId !== undefined) await store.mustBeFree(db, form.userId, id);
      if (form.email !== undefined) await store.emailMustBeFree(db, form.email, id);
      const password = await passwords.storeNew(user, form.password);
      if (password && form.password !== undefined) {
        const { userId = user.userID, fullName = user.fullName } = form;
        await mustBeStrong(form.password, [userId, fullName]);
      }
      const written = await changeLog(actor, async (write) => {
        const { tx, log } = write;
        const current = await find(tx, id);
        await mustBeCurrent(tx, current, form.version);
        const before = snapshotOf(current);
        const row = {
          ...before,
          userID: form.userId ?? before.userID,
          fullName: form.fullName ?? before.fullName,
          position: form.position ?? before.position,
          needsApproval: form.needsApproval ?? before.needsApproval,
          email: form.email ?? before.email,
        };
        const entry = { entity: 'user' as const, key: id, row };
        let { version } = current;
        if (!isDeepStrictEqual(row, before)) {
          [version = 0] = await log({ ...entry, action: 'update' });
        }
        if (password) [version = 0] = await log({ ...entry, action: 'change-password' });
        if (form.invite) [version = 0] = await log({ ...entry, action: 'invite.make' });
        if (password || form.invite) await endAccess(tx, { kind: 'user', id });
        await store.updateUser(tx, row, version, form.invite ? noPassword : password);
        const made = form.invite ? await invitations.make(write, { kind: 'user', id }) : null;
        return { user: await read(tx, id), made };
      });
      return tell(written, actor);
    },

    /** Makes a new link for a user. The password works until the link is used; AppError `not-found`. */
    async invite(actor: Actor, id: string): Promise<UserAndInvitation> {
      const written = await changeLog(actor, async (write) => {
        const { tx, log } = write;
        const row = snapshotOf(await find(tx, id));
        const [version = 0] = await log({ entity: 'user', key: id, action: 'invite.make', row });
        await store.updateUser(tx, row, version, null);
        const made = await invitations.make(write, { kind: 'user', id });
        return { user: await read(tx, id), made };
      });
      return tell(written, actor);
    },

    /** Deletes a user. The apps stay, without an owner; the log records that they were this user's. */
    async remove(actor: Actor, id: string): Promise<{ fullName: string }> {
      return changeLog(actor, async (write) => {
        const { tx, log } = write;
        const user = snapshotOf(await find(tx, id));
        const appIDs = await unassignApps(write, id);
        await log({ entity: 'user', key: id, action: 'delete', row: { ...user, appIDs } });
        await store.deleteUser(tx, id);
        await endAccess(tx, { kind: 'user', id });
        await deleteThingsOf(tx, 'user', id);
        return { fullName: user.fullName };
      });
    },

    /** Returns the current hash; '' when there is none. */
    async passwordHashOf(id: string): Promise<string> {
      return (await store.findUser(db, id))?.passwordHash ?? '';
    },

    /** Changes the user's own password and ends all sessions, or only one; false when `oldHash` is no longer current. */
    async changePassword(
      actor: Actor,
      oldHash: string,
      newPassword: string,
      onlySession?: string,
    ): Promise<boolean> {
      const { id } = actor;
      const password = await passwords.store(id, newPassword);
      return changeLog(actor, async (write) => {
        const user = await find(write.tx, id);
        if (user.passwordHash !== oldHash) return false;
        await replacePassword(write, user, password, 'change-password', onlySession);
        return true;
      });
    },

    /** Sets the password that an invited user has chosen, unless `take` says that the link is over. */
    async acceptInvitation(
      author: Author,
      newPassword: string,
      take: (tx: Tx) => Promise<boolean>,
    ): Promise<boolean> {
      const { id } = author;
      const password = await passwords.store(id, newPassword);
      return changeLog(author, async (write) => {
        const user = await store.findUser(write.tx, id);
        if (!user || !(await take(write.tx))) return false;
        await replacePassword(write, user, password, 'invite.accept');
        return true;
      });
    },
  };
}
