import type { RequestedField } from '@adwarden/contract/change-requests/change-requests';
import { type Owned, seesApp } from './apps.policy.ts';
import type { Person } from './people.policy.ts';

/** What decides who sees a change request. */
export type AuthoredRequest = {
  authorKind: 'admin' | 'user';
  authorId: string;
  changes: Partial<Record<RequestedField, string>>;
};

/**
 * Whether a person sees a change request. An owner sees their own, and those of administrators for apps that are theirs
 * now, except one that gives the app to somebody: it names another owner, and its note is not for this one. `app` is
 * undefined when it was deleted. `requestsSeen` says the same to the database.
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
