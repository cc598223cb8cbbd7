import type { AdminSessionUser, OwnerSessionUser } from '@adwarden/contract/sessions';

/** The role of a signed-in person: an administrator or an app owner. */
export type Role = (AdminSessionUser | OwnerSessionUser)['role'];

/** The apps that a person sees: an administrator all apps, an owner (by login id, and by the id of the account) their own. */
export type Scope = { role: 'admin' } | { role: 'user'; userID: string; id: string };
