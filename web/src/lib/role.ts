import type { AdminSessionUser, OwnerSessionUser } from '@adwarden/contract/sessions';

/** What a signed-in person is: an administrator or an app owner. */
export type Role = (AdminSessionUser | OwnerSessionUser)['role'];

/** Whose apps a person sees: an administrator all apps, an owner (by login id, and by the id of the account) their own. */
export type Scope = { role: 'admin' } | { role: 'user'; userID: string; id: string };
