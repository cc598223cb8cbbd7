import type { Person } from '@adwarden/contract/people/people';
import type { Tx } from '../db/schema.ts';
import { endInvitationOf } from '../features/invitations/invitations.store.ts';
import { endSessions } from '../features/sessions/sessions.store.ts';

/** Ends what opens an account beside its password: the sessions, and the invitation. */
export async function endAccess(tx: Tx, { kind, id }: Person): Promise<void> {
  await endSessions(tx, kind, id);
  await endInvitationOf(tx, { kind, id });
}
