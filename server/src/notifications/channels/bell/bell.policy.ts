import { can } from '@adwarden/contract/people/abilities';
import type { Person } from '@adwarden/contract/people/people';

type Actor = { kind: string; id: string };

/** The states that the author is told about, whoever caused them. */
const failures = ['conflict', 'failed', 'missed'];
/** The decisions of an administrator about a request that needs approval. */
const decisions = ['applied', 'scheduled', 'rejected'];

/**
 * Tells whether an author hears about the result of a change request: an administrator has decided it, or it could not be
 * applied. People do not hear about what they did themselves, nor that a request was applied at its time.
 */
export function isDecision(
  { state, approval }: { state: string; approval: string },
  actor: Actor,
  author: Person,
): boolean {
  if (actor.kind === author.kind && actor.id === author.id) return false;
  if (failures.includes(state)) return true;
  return decisions.includes(state) && can(actor, 'decide-changes') && approval === 'on';
}

/** Tells whether a person made a change request. */
export const isAuthor = (
  person: Person,
  { authorKind, authorId }: { authorKind: string; authorId: string },
): boolean => authorKind === person.kind && authorId === person.id;
