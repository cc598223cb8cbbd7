import type { Person, PersonKind } from '@adwarden/contract/people/people';

/** The author of a batch. */
export type AuthoredBatch = { authorKind: PersonKind; authorId: string };

/** Tells whether a person sees a batch, and may cancel and undo it: an owner only their own. Others get 404. */
export function seesBatch(person: Person, { authorKind, authorId }: AuthoredBatch): boolean {
  if (person.kind === 'admin') return true;
  return authorKind === 'user' && authorId === person.id;
}

/** Returns the batches that lists are about: those of an owner, or all. */
export function seenBatches(person: Person): { authorId?: string } {
  return person.kind === 'admin' ? {} : { authorId: person.id };
}

/** Tells whether a person sees a preview: only in the session that made it, also an administrator. */
export function seesPreview(
  person: Person,
  session: string,
  batch: AuthoredBatch & { session: string },
): boolean {
  const isTheirs = batch.authorKind === person.kind && batch.authorId === person.id;
  return isTheirs && batch.session === session;
}
