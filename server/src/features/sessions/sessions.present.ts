import type { adminSessionUser, ownerSessionUser } from '@adwarden/contract/sessions';
import type { z } from 'zod';
import type { Account } from './sessions.store.ts';

/** An administrator in the answer to a sign-in (ADR 28 "Envelope"). */
export function presentAdmin({ id, fullName, login }: Account): z.infer<typeof adminSessionUser> {
  return { _id: id, role: 'admin', fullName, email: login };
}

/** An app owner in the answer to a sign-in. */
export function presentOwner({ id, fullName, login }: Account): z.infer<typeof ownerSessionUser> {
  return { id, role: 'user', fullName, userID: login };
}
