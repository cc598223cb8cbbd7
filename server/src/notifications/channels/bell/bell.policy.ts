import type { Person } from '../../../sight/people.policy.ts';

type Actor = { kind: string; id: string };

/** What became of a request that its author wants to know, whoever decided it. */
const failures = ['conflict', 'failed', 'missed'];
/** What an administrator decides about a request that needs approval. */
const decisions = ['applied', 'scheduled', 'rejected'];

/**
 * Whether an author is told what became of a change request: when an administrator has decided it, and when it could not be
 * applied; not of what they did themselves, and not when it was applied at its time, as planned.
 */
export function isDecision(
  { state, approval }: { state: string; approval: string },
  actor: Actor,
  author: Person,
): boolean {
  if (actor.kind === author.kind && actor.id === author.id) return false;
  if (failures.includes(state)) return true;
  return decisions.includes(state) && actor.kind === 'admin' && approval === 'on';
}

/** Whether a person made a change request. */
export const isAuthor = (
  person: Person,
  { authorKind, authorId }: { authorKind: string; authorId: string },
): boolean => authorKind === person.kind && authorId === person.id;
