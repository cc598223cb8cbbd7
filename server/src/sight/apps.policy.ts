import type { Person } from '@adwarden/contract/people/people';

/** An app, or anything that says whose app it is; null is nobody's. */
export type Owned = { ownerId: string | null };

/** Tells whether a person sees an app: an administrator every one, an owner those that are theirs now. Others get 404. */
export function seesApp(person: Person, app: Owned): boolean {
  return person.kind === 'admin' || app.ownerId === person.id;
}

/** Returns the apps that lists and counts are about: those of an owner, or all. */
export function seenApps(person: Person): { ownerId?: string } {
  return person.kind === 'admin' ? {} : { ownerId: person.id };
}
