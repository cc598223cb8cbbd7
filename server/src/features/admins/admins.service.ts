import type { ChangeLog, LoggedWrite } from '../../changes/change-log.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { isPostgres } from '../../db/which.ts';
import { type Actor, type Author, systemAuthor } from '../../http/actor.ts';
import { AppError, notFound, takenField } from '../../kit/app-error.ts';
import type { Clock } from '../../kit/clock.ts';
import { newId, randomText } from '../../kit/ids.ts';
import type { PasswordHasher } from '../../kit/password-hash.ts';
import { StartRefusal } from '../../kit/start-refusal.ts';
import type { WeaknessOf } from '../../kit/weak-password.ts';
import * as store from './admins.store.ts';

export type AdminsParts = {
  db: Db;
  changeLog: ChangeLog;
  hasher: PasswordHasher;
  weaknessOf: WeaknessOf;
  clock: Clock;
  endSessions: (tx: Tx, kind: 'admin', id: string) => Promise<void>;
  /** Deletes the saved views of an administrator, except shared ones. */
  deleteViewsOf: (tx: Tx, kind: 'admin', id: string) => Promise<void>;
};

/** A new administrator; without a password, one is generated. */
export type NewAdmin = { email: string; name: string; password: string | undefined };

/** The first administrator. A password that was generated just now is there, to be printed once. */
export type FirstAdmin = { email: string; generatedPassword: string | null };

/** Throws when no administrator can be made of the settings for a database that has none. */
export async function refuseFirstAdmin(
  { email, name, password }: NewAdmin,
  { isShared, weaknessOf }: { isShared: boolean } & Pick<AdminsParts, 'weaknessOf'>,
): Promise<void> {
  if (isShared && !password) {
    // With several nodes, one of them would print it, into a log that perhaps nobody reads.
    throw new StartRefusal(
      'ADMIN_PASSWORD must be set',
      'the database of DATABASE_URL has no administrator yet',
    );
  }
  const weakness = password && (await weaknessOf(password, [email, name]));
  if (weakness) throw new StartRefusal(`ADMIN_PASSWORD ${weakness}`);
}

/** Builds the service of administrators: the first one, the commands, and the change of their own password. */
export function createAdmins({
  db,
  changeLog,
  hasher,
  weaknessOf,
  clock,
  endSessions,
  deleteViewsOf,
}: AdminsParts) {
  /** Throws an Error with a one-line message that begins with `what`. */
  const mustBeStrong = async (what: string, password: string | undefined, own: string[]) => {
    const weakness = password && (await weaknessOf(password, own));
    if (weakness) throw new StartRefusal(`${what} ${weakness}`);
  };

  async function asRow({ email, name, password }: NewAdmin) {
    const chosen = password ?? readablePassword();
    const passwordHash = await hasher.hash(chosen);
    const row = { id: newId(), email, fullName: name, passwordHash, createdAt: clock() };
    return { row, chosen };
  }

  /** Writes a new administrator; the log gets everything except the hash. */
  async function insert({ tx, log }: LoggedWrite, row: store.AdminRow): Promise<void> {
    const { passwordHash: _, ...logged } = row;
    await log({ entity: 'admin', key: row.id, action: 'create', row: logged });
    await store.insertAdmin(tx, row);
  }

  /** Replaces the password and ends all sessions. False when `oldHash` is given and no longer current. */
  async function replacePassword(
    { tx, log }: LoggedWrite,
    { id, passwordHash, oldHash }: { id: string; passwordHash: string; oldHash?: string },
  ): Promise<boolean> {
    const admin = await store.findAdmin(tx, id);
    if (!admin || (oldHash !== undefined && admin.passwordHash !== oldHash)) return false;
    const { passwordHash: _, ...row } = admin;
    await log({ entity: 'admin', key: id, action: 'change-password', row });
    await store.replacePassword(tx, id, passwordHash);
    await endSessions(tx, 'admin', id);
    return true;
  }

  return {
    /** Creates the first administrator when there is none (ADR 29 "First start"), and returns the first one. */
    async ensureFirst(wanted: NewAdmin): Promise<FirstAdmin> {
      const [existing] = await store.listAdmins(db);
      if (existing) return { email: existing.email, generatedPassword: null };
      await refuseFirstAdmin(wanted, { isShared: isPostgres(db), weaknessOf });
      const { row, chosen } = await asRow(wanted);
      return changeLog(systemAuthor, async (write) => {
        const [faster] = await store.listAdmins(write.tx);
        if (faster) return { email: faster.email, generatedPassword: null };
        await insert(write, row);
        return { email: row.email, generatedPassword: wanted.password ? null : chosen };
      });
    },

    /** Adds an administrator and returns the password; AppError `conflict` for an e-mail in use. */
    async add(author: Author, wanted: NewAdmin): Promise<string> {
      await mustBeStrong('The password', wanted.password, [wanted.email, wanted.name]);
      const { row, chosen } = await asRow(wanted);
      await changeLog(author, async (write) => {
        if (await store.findAdminId(write.tx, row.email)) {
          throw takenField('email', `There is an administrator ${row.email} already`);
        }
        await insert(write, row);
      });
      return chosen;
    },

    /** Sets an administrator's password, ends their sessions, and returns the password; AppError `not-found`. */
    async reset(author: Author, email: string, password = readablePassword()): Promise<string> {
      const id = await store.findAdminId(db, email);
      if (!id) throw notFound(`Administrator ${email}`);
      await mustBeStrong('The password', password, [email]);
      const passwordHash = await hasher.hash(password);
      await changeLog(author, (write) => replacePassword(write, { id, passwordHash }));
      return password;
    },

    /** Removes an administrator and ends their sessions; AppError `not-found`, or `conflict` for the last one. */
    async remove(author: Author, email: string): Promise<void> {
      await changeLog(author, async ({ tx, log }) => {
        const id = await store.findAdminId(tx, email);
        const admin = id && (await store.findAdmin(tx, id));
        if (!admin) throw notFound(`Administrator ${email}`);
        if ((await store.listAdmins(tx)).length === 1) {
          throw new AppError(
            'conflict',
            `${email} is the last administrator; add another one first`,
          );
        }
        const { passwordHash: _, ...row } = admin;
        await log({ entity: 'admin', key: admin.id, action: 'delete', row });
        await store.deleteAdmin(tx, admin.id);
        await endSessions(tx, 'admin', admin.id);
        await deleteViewsOf(tx, 'admin', admin.id);
      });
    },

    list: () => store.listAdmins(db),

    passwordHashOf: (id: string) => store.passwordHashOf(db, id),

    /** Changes their own password and ends all sessions; false when `oldHash` is no longer current. */
    async changePassword(actor: Actor, oldHash: string, newPassword: string): Promise<boolean> {
      const passwordHash = await hasher.hash(newPassword);
      const { id } = actor;
      return changeLog(actor, (write) => replacePassword(write, { id, passwordHash, oldHash }));
    },
  };
}

/** Lower-case letters and digits that do not look like one another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A random password of 20 characters in four groups that can be read out and typed (99 bits). */
function readablePassword(): string {
  return Array.from({ length: 4 }, () => randomText(alphabet, 5)).join('-');
}
