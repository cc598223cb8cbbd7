import type { ExportedUser } from '@adwarden/contract/spreadsheets/columns';
import type { User, UserName } from '@adwarden/contract/users';
import { isoTime } from '../../kit/clock.ts';
import type { UserRow } from './users.table.ts';

/** Returns an app owner to choose. */
export function presentUserName(row: Omit<UserName, 'noOfApps'>, noOfApps: number): UserName {
  return { id: row.id, userID: row.userID, fullName: row.fullName, noOfApps };
}

/** Returns an app owner as exports have it. */
export function presentExportedUser(row: UserRow, noOfApps: number): ExportedUser {
  return {
    id: row.id,
    userID: row.userID,
    fullName: row.fullName,
    position: row.position,
    needsApproval: row.needsApproval,
    email: row.email,
    noOfApps,
    createdAt: isoTime(row.createdAt),
    version: row.version,
  };
}

/**
 * Returns an app owner as answers for administrators have it (spec, section 3). `singleSignOn`: the account belongs to one at the
 * provider.
 */
export const presentUser = (
  row: UserRow,
  { noOfApps, ...more }: Pick<User, 'password' | 'noOfApps' | 'singleSignOn'>,
): User => ({ ...presentExportedUser(row, noOfApps), ...more });
