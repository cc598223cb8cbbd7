import type { Admin, AdminChanges, NewAdminForm } from '@adwarden/contract/admins/admins';
import type { Invitation } from '@adwarden/contract/invitations/invitations';
import { limits } from '@adwarden/contract/limits';
import type { ChangeLog } from '../../changes/change-log.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { AppError, invalidField, notFound } from '../../kit/app-error.ts';
import { loginKey, newId } from '../../kit/ids.ts';
import type { PasswordHasher } from '../../kit/password-hash.ts';
import type { WeaknessOf } from '../../kit/weak-password.ts';
import { mustHaveFactor } from '../../people/required-factor.ts';
import type { NoteMade } from '../../repeats/repeats.ts';
import { refusalToChange, refusalToRemove } from './admins.policy.ts';
import { hasOwnPassword, presentAdmin } from './admins.present.ts';
import { inUse, inviteeOf } from './admins.service.ts';
import * as store from './admins.store.ts';
import { type AdminWritesDeps, createAdminWrites, mustBeEnabled } from './admins.write.service.ts';

export type AdministrationDeps = AdminWritesDeps & {
  /** Ends the link of an administrator; the sessions stay. */
  endInvitation: (tx: Tx, id: string) => Promise<void>;
  db: Db;
  changeLog: ChangeLog;
  hasher: PasswordHasher;
  weaknessOf: WeaknessOf;
};

export type Administration = ReturnType<typeof createAdministration>;

/** Builds what administrators do with administrators (ADR 121). */
export function createAdministration(deps: AdministrationDeps) {
  const { db, changeLog, hasher, weaknessOf, invitations, rules } = deps;
  const writes = createAdminWrites(deps);

  async function present(from: Db, rows: store.AdminRow[]): Promise<Admin[]> {
    const ids = rows.map(({ id }) => id);
    const { lastSignInAt, invitedUntil, withFactor, bound } = await store.accessOf(from, ids);
    const isRequired = mustHaveFactor(rules.required, 'admin');
    return rows.map((row) =>
      presentAdmin(row, {
        lastSignInAt: lastSignInAt.get(row.id) ?? null,
        invitedUntil: invitedUntil.get(row.id) ?? null,
        lacksFactor: isRequired && !withFactor.has(row.id),
        isBound: bound.has(row.id),
      }),
    );
  }

  async function find(from: Db, id: string): Promise<store.AdminRow> {
    const admin = await store.findAdmin(from, id);
    if (!admin) throw notFound('Administrator');
    return admin;
  }

  async function read(from: Db, id: string): Promise<Admin> {
    const [admin] = await present(from, [await find(from, id)]);
    return admin as Admin;
  }

  function refuse(why: string | null): void {
    if (why !== null) throw new AppError('conflict', why);
  }

  return {
    /** Returns an administrator as sent in answers; AppError `not-found`. */
    readOne: (id: string): Promise<Admin> => read(db, id),

    /** Returns one page, with the first administrator first. */
    async page({ page, pageSize }: { page: number; pageSize: number }) {
      const all = await store.listAdmins(db);
      const rows = all.slice(page * pageSize, (page + 1) * pageSize);
      return { items: await present(db, rows), totals: { total: all.length, page, pageSize } };
    },

    /**
     * Adds an administrator with a password for the first sign-in, or with a link. Somebody who was invited and has not accepted
     * is invited anew; AppError `conflict` for any other e-mail in use.
     */
    async add(
      actor: Actor,
      { email, fullName, role, password }: NewAdminForm,
      noteMade?: NoteMade,
    ): Promise<{ admin: Admin; invitation?: Invitation }> {
      const weakness = password && (await weaknessOf(password, [email, fullName]));
      if (weakness) throw invalidField('password', `Password ${weakness}`);
      const passwordHash = password === undefined ? '' : await hasher.hash(password);
      const { admin, made } = await changeLog(actor, async (write) => {
        const { tx, at } = write;
        const existing = await store.findAdminId(tx, email);
        const before = existing && (await find(tx, existing));
        const { bound } = await store.accessOf(tx, before ? [before.id] : []);
        if (before && (hasOwnPassword(before) || bound.has(before.id))) throw inUse(email);
        if (before) mustBeEnabled(before);
        else if ((await store.listAdmins(tx)).length >= limits.admins.most) throw tooMany();
        const added = { id: newId(), email, fullName, role, passwordHash: '', createdAt: at };
        const row = before ? { ...before, fullName, role } : added;
        await noteMade?.(tx, row.id);
        if (!before) await writes.insert(write, added);
        else if (before.fullName !== fullName) {
          await writes.note(write, { ...before, fullName }, 'update');
          await store.updateAdmin(tx, { ...before, fullName });
        }
        if (before && before.role !== role)
          await writes.setRole(write, { ...before, fullName }, role);
        const made = password === undefined ? await writes.invite(write, row) : null;
        if (!made) await writes.replacePassword(write, { id: row.id, passwordHash, isMade: true });
        return { admin: await read(tx, row.id), made };
      });
      if (!made) return { admin };
      return { admin, invitation: await invitations.tell(made, inviteeOf(admin), actor) };
    },

    /**
     * Changes an administrator; absent fields stay. A new e-mail ends a link that was sent to the old one. AppError `conflict`
     * for an e-mail in use, for oneself, and for the last one who can sign in.
     */
    async update(actor: Actor, id: string, changes: AdminChanges): Promise<Admin> {
      return changeLog(actor, async (write) => {
        const { tx } = write;
        const before = await find(tx, id);
        refuse(refusalToChange(actor, id, changes));
        const { email = before.email, fullName = before.fullName } = changes;
        const holder = await store.findAdminId(tx, email);
        if (holder !== undefined && holder !== id) throw inUse(email);
        let row = { ...before, email, fullName };
        if (email !== before.email || fullName !== before.fullName) {
          await writes.note(write, row, 'update');
          await store.updateAdmin(tx, row);
        }
        if (loginKey(email) !== loginKey(before.email)) await deps.endInvitation(tx, id);
        if (changes.role !== undefined && changes.role !== before.role) {
          await writes.setRole(write, row, changes.role);
          row = { ...row, role: changes.role };
        }
        const isOn = before.enabled === 'on';
        // One that single sign-on has disabled stays so from now on.
        const isOff = !isOn && before.disabledBy === 'office';
        if (changes.enabled === false && !isOff) await writes.disable(write, row);
        if (changes.enabled === true && !isOn) await writes.enable(write, row);
        return read(tx, id);
      });
    },

    /** Removes an administrator; AppError `conflict` for oneself, and for the last one who can sign in. */
    async remove(actor: Actor, id: string): Promise<{ fullName: string }> {
      return changeLog(actor, async (write) => {
        const admin = await find(write.tx, id);
        refuse(refusalToRemove(actor, id));
        await writes.remove(write, admin);
        return { fullName: admin.fullName };
      });
    },
  };
}

const tooMany = () =>
  new AppError(
    'conflict',
    `There are ${limits.admins.most} administrators, as many as there may be: remove some first`,
  );
