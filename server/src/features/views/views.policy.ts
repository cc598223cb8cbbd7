import { can } from '@adwarden/contract/people/abilities';
import { secretFields } from '@adwarden/contract/people/secret-fields';
import type { ViewList } from '@adwarden/contract/views/views';
import type { Actor } from '../../http/actor.ts';
import { seesTokens } from '../../sight/secrets.policy.ts';

/* The rules for who may do what with saved views (ADR 39). */

type Person = Pick<Actor, 'kind' | 'access' | 'id' | 'via' | 'scopes'>;
type Owned = { ownerKind: Actor['kind']; ownerId: string; shared: boolean };

/** The lists that owners have, too. */
const listsOfOwners: readonly ViewList[] = ['apps', 'findings', 'change-requests'];

/** Tells whether the person has this list, and so may have views of it. */
export function hasList(person: Person, list: ViewList): boolean {
  return can(person, 'see-all') || listsOfOwners.includes(list);
}

/** Tells whether the person sees shared views: only administrators see the same lists, and viewers do. */
export function seesShared(person: Person): boolean {
  return can(person, 'see-all');
}

/** Tells whether the person may share views, and change those that are shared. */
export function mayShare(person: Person): boolean {
  return can(person, 'share-views');
}

export function isMine(person: Person, { ownerKind, ownerId }: Owned): boolean {
  return person.kind === ownerKind && person.id === ownerId;
}

/** Tells whether the person may see a view: own ones, and those that administrators share. */
export function mayUse(person: Person, view: Owned): boolean {
  return isMine(person, view) || (view.shared && seesShared(person));
}

/** Tells whether the person may change and delete a view: own ones that are not shared, and shared ones of those who share. */
export function mayChange(person: Person, view: Owned): boolean {
  return view.shared ? mayShare(person) : isMine(person, view);
}

type Content = { query: Record<string, string>; sort: string; columns: string[] | null };

/** Returns what a view shows to a person: for whoever does not see whole tokens, without a filter, order or column of one. */
export function seenContent(person: Person, { query, sort, columns }: Content): Content {
  if (seesTokens(person)) return { query, sort, columns };
  const isSeen = (name: string) => !(secretFields as readonly string[]).includes(name);
  const seen = columns?.filter(isSeen) ?? [];
  return {
    query: Object.fromEntries(Object.entries(query).filter(([name]) => isSeen(name))),
    sort: isSeen(sort.replace(/^-/, '')) ? sort : '',
    columns: seen.length > 0 ? seen : null,
  };
}
