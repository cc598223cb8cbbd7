import { can } from '@adwarden/contract/people/abilities';
import type { Person } from '@adwarden/contract/people/people';

type Actor = { kind: string; id: string };

/** States that the author is told of, whoever caused them. */
const failures = ['conflict', 'failed', 'missed'];
/** What an administrator decides about a request that needs approval. */
const decisions = ['applied', 'scheduled', 'rejected'];

/**
 * Whether an author is told what became of a change request: an administrator has decided it, or it could not be applied.
 * Nobody is told what they did themselves, or that a request was applied at its time.
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

/** Whether a person made a change request. */
export const isAuthor = (
  person: Person,
  { authorKind, authorId }: { authorKind: string; authorId: string },
): boolean => authorKind === person.kind && authorId === person.id;
