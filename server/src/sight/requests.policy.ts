import type { RequestedField } from '@adwarden/contract/change-requests/change-requests';
import type { Person, PersonKind } from '@adwarden/contract/people/people';
import { type Owned, seesApp } from './apps.policy.ts';

/** The facts that decide who sees a change request; `ownerId`: the owner of the app when it was requested. */
export type AuthoredRequest = {
  authorKind: PersonKind;
  authorId: string;
  ownerId: string | null;
  changes: Partial<Record<RequestedField, string>>;
};

/**
 * Tells whether a person sees a change request. An owner sees their own, and those of administrators for apps that are theirs
 * now, except one that gives the app to somebody: it names another owner, and its note is not for this one. `app` is undefined
 * when it was deleted. `requestsSeen` is the same rule for the database.
 */
export function seesRequest(
  person: Person,
  { authorKind, authorId, changes }: AuthoredRequest,
  app: Owned | undefined,
): boolean {
  if (person.kind === 'admin') return true;
  if (authorKind === 'user') return authorId === person.id;
  return app !== undefined && seesApp(person, app) && changes.selectedUser === undefined;
}

/**
 * Tells whether a person who sees a request may read its note, and the expected values of its fields until then. A request of an
 * administrator goes with the app to a new owner; notes to the former owner, and the plans of that owner, do not.
 */
export function readsRequest(
  person: Person,
  { authorKind, ownerId }: Pick<AuthoredRequest, 'authorKind' | 'ownerId'>,
): boolean {
  return person.kind === 'admin' || authorKind === 'user' || ownerId === person.id;
}
