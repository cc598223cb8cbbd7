import type { AdminSessionUser, OwnerSessionUser } from '@adwarden/contract/sessions';
import type { Scope } from '../lib/role.ts';

/** A signed-in person as sign-in answers them: the two roles have other fields (spec, section 3). */
export type SessionUser = AdminSessionUser | OwnerSessionUser;

/** The person, if an administrator is signed in; null otherwise. */
export const adminOf = (user: SessionUser | undefined): AdminSessionUser | null =>
  user?.role === 'admin' ? user : null;

/** The person, if an app owner is signed in; null otherwise. */
export const ownerOf = (user: SessionUser | undefined): OwnerSessionUser | null =>
  user?.role === 'user' ? user : null;

/** The id of the account. */
export const idOf = (user: SessionUser): string => (user.role === 'admin' ? user._id : user.id);

/** What the person signs in with: an e-mail or a login id. */
export const loginOf = (user: SessionUser): string =>
  user.role === 'admin' ? user.email : user.userID;

/** Whose apps the person sees. */
export function scopeOf(user: SessionUser): Scope {
  const owner = ownerOf(user);
  return owner ? { role: owner.role, userID: owner.userID, id: owner.id } : { role: 'admin' };
}
