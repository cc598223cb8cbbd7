import { limits } from '@adwarden/contract/limits';
import type { AdminRole } from '@adwarden/contract/people/people';
import type { LoggedWrite } from '../../changes/change-log.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { AppError } from '../../kit/app-error.ts';
import { newId } from '../../kit/ids.ts';
import { hasOwnPassword } from './admins.present.ts';
import * as store from './admins.store.ts';
import { type AdminWritesDeps, createAdminWrites } from './admins.write.service.ts';

/** An administrator, as single sign-on sees one. */
type AdminOfProvider = {
  id: string;
  fullName: string;
  login: string;
  isOn: boolean;
  /** Somebody has made or chosen a password. */
  hasPassword: boolean;
};

/** Builds the writes of administrators for single sign-on, which decides whether they may be made (ADR 142). */
export function createAdminsOfProvider(deps: AdminWritesDeps) {
  const writes = createAdminWrites(deps);

  return {
    /** Finds an administrator by the e-mail, in upper or lower case. */
    async findByEmail(db: Db, email: string): Promise<AdminOfProvider | undefined> {
      const id = await store.findAdminId(db, email);
      const row = id && (await store.findAdmin(db, id));
      if (!row) return undefined;
      const { fullName, email: login, enabled, passwordHash } = row;
      return {
        id: row.id,
        fullName,
        login,
        isOn: enabled === 'on',
        hasPassword: passwordHash !== '',
      };
    },

    /** Adds an administrator without a password. AppError `conflict` when there are too many. */
    async add(
      write: LoggedWrite,
      { email, fullName, role }: { email: string; fullName: string; role: AdminRole },
    ): Promise<string> {
      const { most } = limits.admins;
      if ((await store.listAdmins(write.tx)).length >= most) {
        throw new AppError('conflict', `There are ${most} administrators, as many as there may be`);
      }
      const row = { id: newId(), email, fullName, role, passwordHash: '', createdAt: write.at };
      await writes.insert(write, row);
      return row.id;
    },

    /** Gives an administrator the role that the provider says. AppError `conflict` for the last one who can sign in. */
    async setRole(write: LoggedWrite, id: string, role: AdminRole): Promise<void> {
      const row = await store.findAdmin(write.tx, id);
      if (row && row.role !== role) await writes.setRole(write, row, role);
    },

    /** Disables an administrator who has lost the claim of the provider. False for the last one who can sign in, who stays enabled. */
    async loseClaim(write: LoggedWrite, id: string): Promise<boolean> {
      const row = await store.findAdmin(write.tx, id);
      if (row?.enabled !== 'on') return true;
      if (!(await writes.leavesSomebody(write.tx, row))) return false;
      await writes.disable(write, row, 'provider');
      return true;
    },

    /** Enables an administrator who has the claim again, unless somebody here has disabled the account. */
    async regainClaim(write: LoggedWrite, id: string): Promise<void> {
      const row = await store.findAdmin(write.tx, id);
      if (row?.enabled === 'off' && row.disabledBy === 'provider') await writes.enable(write, row);
    },

    /** Refuses (409) to take single sign-on from the last administrator who can sign in, unless a chosen password stays. */
    async mustLeaveSomebody(tx: Tx, id: string): Promise<void> {
      const row = await store.findAdmin(tx, id);
      if (!row || row.enabled === 'off') return;
      if (hasOwnPassword(row) && !deps.rules.only.admin) return;
      await writes.mustLeaveSomebody(tx, row);
    },
  };
}
