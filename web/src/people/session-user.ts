import type { AdminSessionUser, OwnerSessionUser } from '@adwarden/contract/sessions';
import type { Scope } from '../lib/role.ts';

/** A signed-in person as sign-in answers them: the two roles have different fields (spec, section 3). */
export type SessionUser = AdminSessionUser | OwnerSessionUser;

/** Returns the person if an administrator is signed in; null otherwise. */
export const adminOf = (user: SessionUser | undefined): AdminSessionUser | null =>
  user?.role === 'admin' ? user : null;

/** Returns the person if an app owner is signed in; null otherwise. */
export const ownerOf = (user: SessionUser | undefined): OwnerSessionUser | null =>
  user?.role === 'user' ? user : null;

/** Returns the id of the account. */
export const idOf = (user: SessionUser): string => (user.role === 'admin' ? user._id : user.id);

/** Returns the person's e-mail or login id for signing in. */
export const loginOf = (user: SessionUser): string =>
  user.role === 'admin' ? user.email : user.userID;

/** Returns whose apps the person sees. */
export function scopeOf(user: SessionUser): Scope {
  const owner = ownerOf(user);
  return owner ? { role: owner.role, userID: owner.userID, id: owner.id } : { role: 'admin' };
}
