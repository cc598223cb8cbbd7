import type { ActorKind } from '@adwarden/contract/changes/changes';
import type { Person } from '@adwarden/contract/people/people';

/** Somebody who did something: a person, or the program itself. */
export type Author = { kind: ActorKind; id: string };

/**
 * Tells whether a person may see the name of an author and the author's words: notes, reasons, titles. Administrators see all
 * names. An owner sees those of administrators, and of no other owner.
 */
export function knows(person: Person, author: { kind: string; id: string }): boolean {
  return person.kind === 'admin' || author.kind !== 'user' || author.id === person.id;
}

/** Returns somebody as a person may see them: an owner gets no name of another owner, and no id of anybody else. */
export function seenPerson<P extends Author & { name: string }>(person: Person, author: P): P {
  const isSame = author.kind === person.kind && author.id === person.id;
  if (person.kind === 'admin' || isSame) return author;
  return { ...author, id: '', name: seenName(person, author) };
}

/** Returns the name of somebody as a person may see it. */
export const seenName = (
  person: Person,
  author: { kind: string; id: string; name: string },
): string => (knows(person, author) ? author.name : anotherOwner);

/** The words that an owner reads in place of the name of another owner. */
export const anotherOwner = 'Another owner';
