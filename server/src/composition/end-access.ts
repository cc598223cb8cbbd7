import type { Person } from '@adwarden/contract/people/people';
import type { Tx } from '../db/schema.ts';
import { deleteKeysOf } from '../features/api-keys/api-keys.store.ts';
import { endInvitationOf } from '../features/invitations/invitations.store.ts';
import { endSessions } from '../features/sessions/sessions.store.ts';
import { deleteViewsOf } from '../features/views/views.store.ts';

/**
 * Ends what opens an account beside its password: the sessions, and the invitation. API keys stay: whoever has only a new
 * password has the same programs.
 */
export async function endAccess(tx: Tx, { kind, id }: Person): Promise<void> {
  await endSessions(tx, kind, id);
  await endInvitationOf(tx, { kind, id });
}

/** Deletes what belongs to a person whose account is deleted: the saved views, except shared ones, and the API keys. */
export async function deleteThingsOf(tx: Tx, kind: Person['kind'], id: string): Promise<void> {
  await deleteViewsOf(tx, kind, id);
  await deleteKeysOf(tx, kind, id);
}
