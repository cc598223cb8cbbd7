import { randomBytes } from 'node:crypto';
import type { Invitation } from '@adwarden/contract/invitations/invitations';
import type { AdminRole } from '@adwarden/contract/people/people';
import { makePassword } from '@adwarden/contract/random-text';
import type { ChangeLog } from '../../changes/change-log.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { isPostgres } from '../../db/which.ts';
import { type Actor, type Author, systemAuthor } from '../../http/actor.ts';
import { type AppError, notFound, takenField } from '../../kit/app-error.ts';
import type { Clock } from '../../kit/clock.ts';
import { StartRefusal } from '../../kit/faults/start-refusal.ts';
import { newId } from '../../kit/ids.ts';
import type { PasswordHasher } from '../../kit/password-hash.ts';
import type { WeaknessOf } from '../../kit/weak-password.ts';
import type { Invitee } from '../../people/invitations.ts';
import { stateOf } from './admins.present.ts';
import * as store from './admins.store.ts';
import { type AdminWritesDeps, createAdminWrites, mustBeEnabled } from './admins.write.service.ts';

export type AdminsDeps = AdminWritesDeps & {
  db: Db;
  changeLog: ChangeLog;
  hasher: PasswordHasher;
  weaknessOf: WeaknessOf;
  clock: Clock;
};

/** A new administrator; without a password, one is generated. */
export type NewAdmin = {
  email: string;
  name: string;
  password: string | undefined;
  /** By default `admin`. */
  role?: AdminRole;
  /** Signs in with the password also where `OIDC_ONLY` is on. */
  isLocal?: boolean;
};

/** The first administrator, with the password if it was generated just now, to be printed once. */
export type FirstAdmin = { email: string; generatedPassword: string | null };

/** Throws when the settings are not enough to make an administrator for a database that has none. */
export async function refuseFirstAdmin(
  { email, name, password }: NewAdmin,
  { isShared, weaknessOf }: { isShared: boolean } & Pick<AdminsDeps, 'weaknessOf'>,
): Promise<void> {
  if (isShared && !password) {
    // With several nodes, only one would print a generated password, into a log that perhaps nobody reads.
    throw new StartRefusal(
      'ADMIN_PASSWORD must be set',
      'the database of DATABASE_URL has no administrator yet',
    );
  }
  const weakness = password && (await weaknessOf(password, [email, name]));
  if (weakness) throw new StartRefusal(`ADMIN_PASSWORD ${weakness}`);
}

/** Builds the service of administrators: the first one, the commands, and the change of their own password. */
export function createAdmins(deps: AdminsDeps) {
  const { db, changeLog, hasher, weaknessOf, clock, invitations } = deps;
  const writes = createAdminWrites(deps);

  /** Throws an Error with a one-line message that begins with `what`. */
  const mustBeStrong = async (what: string, password: string | undefined, own: string[]) => {
    const weakness = password && (await weaknessOf(password, own));
    if (weakness) throw new StartRefusal(`${what} ${weakness}`);
  };

  async function asRow({ email, name, password, role = 'admin', isLocal = false }: NewAdmin) {
    const chosen = password ?? makePassword(randomBytes);
    const passwordHash = await hasher.hash(chosen);
    const local = isLocal ? ('on' as const) : ('off' as const);
    const names = { email, fullName: name, role, local };
    const row = { id: newId(), ...names, passwordHash, createdAt: clock() };
    return { row, chosen };
  }

  /** Returns the administrator with this e-mail; AppError `not-found`. */
  async function findByEmail(from: Db, email: string): Promise<store.AdminRow> {
    const id = await store.findAdminId(from, email);
    const admin = id && (await store.findAdmin(from, id));
    if (!admin) throw notFound(`Administrator ${email}`);
    return admin;
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
        await writes.insert(write, row);
        return { email: row.email, generatedPassword: wanted.password ? null : chosen };
      });
    },

    /** Adds an administrator and returns the password; AppError `conflict` for an e-mail in use. */
    async add(author: Author, wanted: NewAdmin): Promise<string> {
      await mustBeStrong('The password', wanted.password, [wanted.email, wanted.name]);
      const { row, chosen } = await asRow(wanted);
      await changeLog(author, async (write) => {
        if (await store.findAdminId(write.tx, row.email)) throw inUse(row.email);
        await writes.insert(write, row);
        // The person who runs the command sees a generated password, so it must be changed.
        if (!wanted.password) await store.replacePassword(write.tx, { ...row, isMade: true });
      });
      return chosen;
    },

    /**
     * Makes a link for the administrator with this e-mail, whom it adds if there is none. An existing one's password works until
     * the link is used. AppError `conflict` when the account is disabled.
     */
    async invite(
      author: Author,
      { email, name }: Pick<NewAdmin, 'email' | 'name'>,
    ): Promise<Invitation> {
      const { made, invitee } = await changeLog(author, async (write) => {
        const id = await store.findAdminId(write.tx, email);
        const existing = id && (await store.findAdmin(write.tx, id));
        if (existing) mustBeEnabled(existing);
        const added: store.NewAdminRow = {
          id: newId(),
          email,
          fullName: name,
          role: 'admin',
          passwordHash: '',
          createdAt: write.at,
        };
        if (!existing) await writes.insert(write, added);
        const row = existing || added;
        return { made: await writes.invite(write, row), invitee: inviteeOf(row) };
      });
      return invitations.tell(made, invitee, author);
    },

    /**
     * Sets an administrator's password, ends their sessions, and returns the password; AppError `not-found`. A generated password
     * must be changed at the next sign-in.
     */
    async reset(author: Author, email: string, password?: string): Promise<string> {
      const { id } = await findByEmail(db, email);
      await mustBeStrong('The password', password, [email]);
      const chosen = password ?? makePassword(randomBytes);
      const passwordHash = await hasher.hash(chosen);
      const isMade = password === undefined;
      await changeLog(author, (write) =>
        writes.replacePassword(write, { id, passwordHash, isMade }),
      );
      return chosen;
    },

    /**
     * Removes an administrator and ends their sessions; AppError `not-found`, or `conflict` for the last one who can sign
     * in.
     */
    async remove(author: Author, email: string): Promise<void> {
      await changeLog(author, async (write) =>
        writes.remove(write, await findByEmail(write.tx, email)),
      );
    },

    /** Disables an administrator, or enables one again; AppError `not-found`, or `conflict` for the last one. */
    async setEnabled(author: Author, email: string, enabled: boolean): Promise<void> {
      await changeLog(author, async (write) => {
        const admin = await findByEmail(write.tx, email);
        await (enabled ? writes.enable(write, admin) : writes.disable(write, admin));
      });
    },

    list: () => listAdminsWithState(db),

    passwordHashOf: (id: string) => store.passwordHashOf(db, id),

    /** Changes the administrator's own password and ends all sessions; false when `oldHash` is no longer current. */
    async changePassword(
      actor: Actor,
      oldHash: string,
      newPassword: string,
      onlySession?: string,
    ): Promise<boolean> {
      const passwordHash = await hasher.hash(newPassword);
      const { id } = actor;
      return changeLog(actor, (write) =>
        writes.replacePassword(write, { id, passwordHash, isMade: false, oldHash, onlySession }),
      );
    },

    /** Sets the password that an invited administrator has chosen, unless `take` says that the link is over. */
    async acceptInvitation(
      author: Author,
      newPassword: string,
      take: (tx: Tx) => Promise<boolean>,
    ): Promise<boolean> {
      const passwordHash = await hasher.hash(newPassword);
      return changeLog(author, (write) =>
        writes.replacePassword(write, {
          id: author.id,
          passwordHash,
          isMade: false,
          action: 'invite.accept',
          mayWrite: take,
        }),
      );
    },
  };
}

/** Lists every administrator, the first one first, with the time of the last sign-in in epoch ms. */
export async function listAdminsWithState(db: Db) {
  const admins = await store.listAdmins(db);
  const { lastSignInAt, bound } = await store.accessOf(
    db,
    admins.map(({ id }) => id),
  );
  return admins.map((row) => ({
    ...row,
    state: stateOf(row, bound.has(row.id)),
    isBound: bound.has(row.id),
    lastSignInAt: lastSignInAt.get(row.id) ?? null,
  }));
}

/** Refuses (409) an e-mail that another administrator has. */
export const inUse = (email: string): AppError =>
  takenField('email', `There is an administrator ${email} already`);

/** Returns the person whom an invitation of an administrator is for. */
export const inviteeOf = ({
  id,
  fullName,
  email,
}: Pick<store.AdminRow, 'id' | 'fullName' | 'email'>): Invitee => ({
  kind: 'admin',
  id,
  fullName,
  login: email,
  mailTo: email,
});
