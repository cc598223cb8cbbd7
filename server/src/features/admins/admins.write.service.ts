import type { AdminRole } from '@adwarden/contract/people/people';
import type { LoggedWrite } from '../../changes/change-log.ts';
import type { Tx } from '../../db/schema.ts';
import { AppError } from '../../kit/app-error.ts';
import type { MadeInvitation, MakeInvitations } from '../../people/invitations.ts';
import type { SignInRules } from '../../people/sign-in-rules.ts';
import { endSessions } from '../../sessions/sessions.store.ts';
import { lastOne } from './admins.policy.ts';
import * as store from './admins.store.ts';

export type AdminWritesDeps = {
  /** Ends the sessions and the invitation of an administrator. */
  endAccess: (tx: Tx, admin: { kind: 'admin'; id: string }, onlySession?: string) => Promise<void>;
  invitations: MakeInvitations;
  /** Ends the invitations that an administrator has made. */
  endInvitationsBy: (tx: Tx, id: string) => Promise<void>;
  /** What the settings say about sign-ins. */
  rules: SignInRules;
  /** Deletes what belongs to an administrator: saved views, except shared ones, and API keys. */
  deleteThingsOf: (tx: Tx, kind: 'admin', id: string) => Promise<void>;
};

type Action = 'create' | 'update' | 'delete' | 'change-password' | 'invite.make' | 'invite.accept';

/** A new password of an administrator. */
export type NewPassword = {
  id: string;
  passwordHash: string;
  /** Somebody else has made the password: it works for two days, and must be changed. */
  isMade: boolean;
  /** The password is replaced only while this hash is the current one. */
  oldHash?: string;
  /** Only this session ends, instead of all. */
  onlySession?: string | undefined;
  action?: 'change-password' | 'invite.accept';
  mayWrite?: (tx: Tx) => Promise<boolean>;
};

/** Builds the writes of administrators, each within a transaction of the log. The log gets neither hashes nor links. */
export function createAdminWrites(deps: AdminWritesDeps) {
  const { endAccess, invitations, endInvitationsBy, deleteThingsOf, rules } = deps;

  const note = (
    { log }: LoggedWrite,
    { id, email, fullName, role, createdAt }: Omit<store.NewAdminRow, 'passwordHash'>,
    action: Action | 'role' | 'enable' | 'disable',
  ) => log({ entity: 'admin', key: id, action, row: { id, email, fullName, role, createdAt } });

  /** Tells whether somebody can sign in and let others in without this administrator. */
  const leavesSomebody = async (tx: Tx, { id, role }: store.AdminRow): Promise<boolean> =>
    // Without a viewer, as many can as before.
    role === 'viewer' || (await store.countOthersWhoCanSignIn(tx, id, rules)) > 0;

  /** Refuses (409) a write that leaves nobody who can sign in. Counts inside the write, so that two cannot end each other. */
  async function mustLeaveSomebody(tx: Tx, admin: store.AdminRow): Promise<void> {
    if (!(await leavesSomebody(tx, admin))) throw lastOne(admin.email);
  }

  return {
    note,
    leavesSomebody,
    mustLeaveSomebody,

    async insert(write: LoggedWrite, row: store.NewAdminRow): Promise<void> {
      await note(write, row, 'create');
      await store.insertAdmin(write.tx, row);
    },

    /** Replaces a password and ends all sessions, or only one. False when the account is gone, or when the password must not be written. */
    async replacePassword(
      write: LoggedWrite,
      {
        id,
        passwordHash,
        isMade,
        oldHash,
        onlySession,
        action = 'change-password',
        mayWrite,
      }: NewPassword,
    ): Promise<boolean> {
      const { tx } = write;
      const admin = await store.findAdmin(tx, id);
      if (!admin || (oldHash !== undefined && admin.passwordHash !== oldHash)) return false;
      if (mayWrite && !(await mayWrite(tx))) return false;
      await note(write, admin, action);
      await store.replacePassword(tx, { id, passwordHash, isMade });
      await endAccess(tx, { kind: 'admin', id }, onlySession);
      return true;
    },

    /** Makes a link. The current password works until the link is used. */
    async invite(write: LoggedWrite, admin: store.NewAdminRow): Promise<MadeInvitation> {
      await note(write, admin, 'invite.make');
      return invitations.make(write, { kind: 'admin', id: admin.id });
    },

    /**
     * Ends the sessions, the link, and the links that the administrator has made; sign-ins fail until the account is enabled
     * again. `by`: who may enable it; what an administrator has disabled no sign-in enables.
     */
    async disable(
      write: LoggedWrite,
      admin: store.AdminRow,
      by: store.AdminRow['disabledBy'] = 'office',
    ): Promise<void> {
      const { tx } = write;
      if (admin.enabled === 'on') await mustLeaveSomebody(tx, admin);
      await note(write, admin, 'disable');
      await store.updateAdmin(tx, { ...admin, enabled: 'off', disabledBy: by });
      await endAccess(tx, { kind: 'admin', id: admin.id });
      await endInvitationsBy(tx, admin.id);
    },

    /**
     * Gives an administrator another role. The sessions end, so that no page goes on with the old one; and so do the links that
     * a new viewer has made.
     */
    async setRole(write: LoggedWrite, admin: store.AdminRow, role: AdminRole): Promise<void> {
      const { tx } = write;
      if (role === 'viewer') await mustLeaveSomebody(tx, admin);
      await note(write, { ...admin, role }, 'role');
      await store.updateAdmin(tx, { ...admin, role });
      await endSessions(tx, 'admin', admin.id);
      if (role === 'viewer') await endInvitationsBy(tx, admin.id);
    },

    async enable(write: LoggedWrite, admin: store.AdminRow): Promise<void> {
      await note(write, admin, 'enable');
      await store.updateAdmin(write.tx, { ...admin, enabled: 'on', disabledBy: 'office' });
    },

    /** Removes an administrator, the sessions, and the links that the administrator has made. */
    async remove(write: LoggedWrite, admin: store.AdminRow): Promise<void> {
      const { tx } = write;
      await mustLeaveSomebody(tx, admin);
      await note(write, admin, 'delete');
      await store.deleteAdmin(tx, admin.id);
      await endAccess(tx, { kind: 'admin', id: admin.id });
      await endInvitationsBy(tx, admin.id);
      await deleteThingsOf(tx, 'admin', admin.id);
    },
  };
}

/** Refuses (409) links and passwords for a disabled administrator. */
export function mustBeEnabled({ enabled, email }: store.AdminRow): void {
  if (enabled === 'on') return;
  throw new AppError('conflict', `${email} is disabled: enable the account first`);
}
