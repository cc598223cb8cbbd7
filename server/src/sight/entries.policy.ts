import type { Change, ChangeEntity } from '@adwarden/contract/changes/changes';
import type { Person } from '@adwarden/contract/people/people';
import { type Author, anotherOwner, knows, seenPerson } from './people.policy.ts';

type State = Record<string, unknown>;

/**
 * Returns the state of a thing in an entry of the log, as a person may see it. An owner sees the values that an app had, but
 * neither its owner nor why another owner has muted a finding. `author` made the entry.
 */
export function seenState(
  person: Person,
  entity: ChangeEntity,
  author: Author,
  state: State,
): State {
  if (person.kind === 'admin') return state;
  if (entity === 'finding' && !knows(person, author)) return { ...state, muteReason: '' };
  const { ownerId, ...rest } = state;
  if (!ownerId || ownerId === person.id) return rest;
  return { ...rest, userID: '', fullName: anotherOwner };
}

/** Entities whose entries are about an app. */
const ofApps: readonly ChangeEntity[] = ['app', 'app-configuration', 'finding'];

/**
 * Tells whether a person may see the values of an entry: an owner sees those of the time when the app was theirs. `ownerId` is
 * the owner after the entry; null for nobody, or not known any more.
 */
export function seesValues(person: Person, entity: ChangeEntity, ownerId: string | null): boolean {
  return person.kind === 'admin' || !ofApps.includes(entity) || ownerId === person.id;
}

/** Returns the author of an entry, as a person may see it: an owner gets no addresses, and no API keys of others. */
export function seenActor(person: Person, actor: Change['actor']): Change['actor'] {
  if (person.kind === 'admin') return actor;
  const { via, ...seen } = { ...seenPerson(person, actor), address: '' };
  return { ...seen, ...(via && seen.id === person.id && { via }) };
}
