import { can } from '@adwarden/contract/people/abilities';
import type { ViewList } from '@adwarden/contract/views/views';
import type { Actor } from '../../http/actor.ts';

/* Who may do what with saved views (ADR 39). */

type Person = Pick<Actor, 'kind' | 'id'>;
type Owned = { ownerKind: Actor['kind']; ownerId: string; shared: boolean };

/** The lists that owners have, too. */
const listsOfOwners: readonly ViewList[] = ['apps', 'findings', 'change-requests'];

/** Whether the person has this list, and so may have views of it. */
export function hasList(person: Person, list: ViewList): boolean {
  return can(person, 'see-all') || listsOfOwners.includes(list);
}

/** Whether the person may share views: only administrators see the same lists. */
export function mayShare(person: Person): boolean {
  return can(person, 'share-views');
}

export function isMine(person: Person, { ownerKind, ownerId }: Owned): boolean {
  return person.kind === ownerKind && person.id === ownerId;
}

/** Whether the person may see, change and delete a view: the own ones, and those that administrators share. */
export function mayUse(person: Person, view: Owned): boolean {
  return isMine(person, view) || (view.shared && mayShare(person));
}
