import { takeWriteTurn } from '../../db/commit-order.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { isPostgres } from '../../db/which.ts';
import type { Actor } from '../../http/actor.ts';
import { AppError, notFound, takenField } from '../../kit/app-error.ts';
import type { Clock } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import type { PasswordHasher } from '../../kit/password-hash.ts';
import { readablePassword } from '../../kit/readable-password.ts';
import type { WeaknessOf } from '../../kit/weak-password.ts';
import * as store from './admins.store.ts';

export type AdminsParts = {
  db: Db;
  hasher: PasswordHasher;
  weaknessOf: WeaknessOf;
  clock: Clock;
  endSessions: (tx: Tx, kind: 'admin', id: string) => Promise<void>;
};

/** Who a new administrator is; a password is generated when none is given. */
export type NewAdmin = { email: string; name: string; password: string | undefined };

/** The first administrator, with the password to print once when it was generated just now. */
export type FirstAdmin = { email: string; generatedPassword: string | null };

export type AdminsService = ReturnType<typeof createAdmins>;

/** Builds what there is to do with administrators: the first one, the command line, the own password. */
export function createAdmins({ db, hasher, weaknessOf, clock, endSessions }: AdminsParts) {
  /** Throws an Error of one line that begins with `what`. */
  async function mustBeStrong(what: string, password: string | undefined, own: string[]) {
    const weakness = password && (await weaknessOf(password, own));
    if (weakness) throw new Error(`${what} ${weakness}`);
  }

  async function asRow({ email, name, password }: NewAdmin) {
    const chosen = password ?? readablePassword();
    const passwordHash = await hasher.hash(chosen);
    const row = { id: newId(), email, fullName: name, passwordHash, createdAt: clock() };
    return { row, chosen };
  }

  return {
    /** Creates the first administrator when there is none (design, section 3); answers who it is. */
    async ensureFirst(wanted: NewAdmin): Promise<FirstAdmin> {
      const [existing] = await store.listAdmins(db);
      if (existing) return { email: existing.email, generatedPassword: null };
      if (isPostgres(db) && !wanted.password) {
        // Of several nodes one would print it, into a log that nobody may be reading.
        throw new Error(
          'ADMIN_PASSWORD must be set: the database of DATABASE_URL has no administrator yet',
        );
      }
      await mustBeStrong('ADMIN_PASSWORD', wanted.password, [wanted.email, wanted.name]);
      const { row, chosen } = await asRow(wanted);
      return db.transaction().execute(async (tx) => {
        await takeWriteTurn(tx);
        const [faster] = await store.listAdmins(tx);
        if (faster) return { email: faster.email, generatedPassword: null };
        await store.insertAdmin(tx, row);
        return { email: row.email, generatedPassword: wanted.password ? null : chosen };
      });
    },

    /** Adds an administrator and answers the password; AppError `conflict` for an e-mail in use. */
    async add(wanted: NewAdmin): Promise<string> {
      await mustBeStrong('The password', wanted.password, [wanted.email, wanted.name]);
      const { row, chosen } = await asRow(wanted);
      await db.transaction().execute(async (tx) => {
        if (await store.findAdminId(tx, row.email)) {
          throw takenField('email', `There is an administrator ${row.email} already`);
        }
        await store.insertAdmin(tx, row);
      });
      return chosen;
    },

    /** Sets an administrator's password, ends the sessions, and answers it; AppError `not-found`. */
    async reset(email: string, password = readablePassword()): Promise<string> {
      const id = await store.findAdminId(db, email);
      if (!id) throw notFound(`Administrator ${email}`);
      await mustBeStrong('The password', password, [email]);
      const passwordHash = await hasher.hash(password);
      await db.transaction().execute(async (tx) => {
        await store.replacePassword(tx, id, passwordHash);
        await endSessions(tx, 'admin', id);
      });
      return password;
    },

    /** Removes an administrator and ends the sessions; AppError `not-found`, and `conflict` for the last one. */
    async remove(email: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await takeWriteTurn(tx);
        const id = await store.findAdminId(tx, email);
        if (!id) throw notFound(`Administrator ${email}`);
        if ((await store.listAdmins(tx)).length === 1) {
          throw new AppError(
            'conflict',
            `${email} is the last administrator; add another one first`,
          );
        }
        await store.deleteAdmin(tx, id);
        await endSessions(tx, 'admin', id);
      });
    },

    list: () => store.listAdmins(db),

    passwordHashOf: (id: string) => store.passwordHashOf(db, id),

    /** The administrator's own change: false when `oldHash` is in force no more. Ends all of their sessions. */
    async changePassword({ id }: Actor, oldHash: string, newPassword: string): Promise<boolean> {
      const passwordHash = await hasher.hash(newPassword);
      return db.transaction().execute(async (tx) => {
        const isChanged = await store.replacePassword(tx, id, passwordHash, oldHash);
        if (isChanged) await endSessions(tx, 'admin', id);
        return isChanged;
      });
    },
  };
}
