import type { Person, PersonKind } from '@adwarden/contract/people/people';
import type { Tx } from '../db/schema.ts';
import { features } from './features.ts';

/**
 * Ends what opens an account beside its password: the sessions, and the invitation. API keys and second factors stay: whoever has
 * only a new password has the same programs and the same telephone. With `onlySession`, the other sessions stay, too.
 */
export async function endAccess(tx: Tx, person: Person, onlySession?: string): Promise<void> {
  for (const feature of features.all) await feature.endAccess?.(tx, person, onlySession);
}

/** Deletes everything that belongs to a person whose account is deleted. */
export async function deleteThingsOf(tx: Tx, kind: PersonKind, id: string): Promise<void> {
  for (const feature of features.all) await feature.deleteThingsOf?.(tx, kind, id);
}
