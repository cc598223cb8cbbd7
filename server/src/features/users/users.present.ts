import type { User, UserName } from '@adwarden/contract/users';
import { isoTime } from '../../kit/clock.ts';
import type { UserRow } from './users.table.ts';

/** Returns an app owner to choose. */
export function presentUserName(row: Omit<UserName, 'noOfApps'>, noOfApps: number): UserName {
  return { id: row.id, userID: row.userID, fullName: row.fullName, noOfApps };
}

/** Returns an app owner as answers for administrators have it (spec, section 3). */
export function presentUser(
  row: UserRow,
  {
    password,
    noOfApps,
    isBound,
  }: {
    password: string;
    noOfApps: number;
    /** The account belongs to one at the provider of single sign-on. */
    isBound: boolean;
  },
): User {
  return {
    id: row.id,
    userID: row.userID,
    fullName: row.fullName,
    position: row.position,
    password,
    needsApproval: row.needsApproval,
    email: row.email,
    noOfApps,
    singleSignOn: isBound,
    createdAt: isoTime(row.createdAt),
    version: row.version,
  };
}
