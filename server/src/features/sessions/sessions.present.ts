import { succeed } from '@adwarden/contract/envelope';
import type { PersonKind } from '@adwarden/contract/people/people';
import type { adminSessionUser, ownerSessionUser } from '@adwarden/contract/sessions';
import type { z } from 'zod';
import type { Account } from '../../sessions/sessions.store.ts';

/** Returns an administrator for the answer to a sign-in (ADR 28 "Envelope"). */
function presentAdmin({ id, access, fullName, login }: Account): z.infer<typeof adminSessionUser> {
  return { _id: id, role: 'admin', access, fullName, email: login };
}

/** Returns an app owner for the answer to a sign-in. */
function presentOwner({ id, fullName, login }: Account): z.infer<typeof ownerSessionUser> {
  return { id, role: 'user', fullName, userID: login };
}

/** Returns `mustSetUp` for the answer, where there is something. */
const setUpOf = ({ mustSetUp }: Account) => (mustSetUp.length > 0 ? { mustSetUp } : {});

type SignedIn = { token: string; account: Account };

/** Returns the answer to a sign-in of an administrator. */
export function presentAdminSignIn({ token, account }: SignedIn) {
  const user = presentAdmin(account);
  return { ...succeed('Signed in', user), token, user, ...setUpOf(account) };
}

/** Returns the answer to a sign-in of an app owner. */
export function presentOwnerSignIn({ token, account }: SignedIn) {
  const user = presentOwner(account);
  return { ...succeed('Signed in', user), token, user, ...setUpOf(account) };
}

const presenters = { admin: presentAdminSignIn, user: presentOwnerSignIn };

/** Returns the answer to a sign-in of an account of this kind. */
export const presentSignIn = (kind: PersonKind, signedIn: SignedIn) => presenters[kind](signedIn);
