import type { PauseScope, StoredScope } from '@adwarden/contract/pauses/pauses';
import type { Person } from '@adwarden/contract/people/people';
import { knows, seenName } from './people.policy.ts';

/** What people read of a pause. `origin…` is the pause that it continues; null if there is none, or it is deleted. */
export type ReadPause = {
  scope: StoredScope;
  key: string;
  value: string;
  reason: string;
  createdByKind: string;
  createdById: string | null;
  createdByName: string;
  endedByKind: string | null;
  endedById: string | null;
  endedByName: string | null;
  continues: string | null;
  originScope: StoredScope | null;
  originKey: string | null;
};

/** What a pause covers, as people know it: a row of scope `app` without a key is one of some apps (ADR 79). */
export const scopeOf = ({ scope, key }: { scope: StoredScope; key: string }): PauseScope =>
  scope === 'app' && key === '' ? 'apps' : scope;

/** Two names of many, and how many more there are. */
export function namesInShort(first: readonly string[], count: number): string {
  const more = count - first.length;
  return `${first.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`;
}

/** What a pause stops, by the name that people know. */
export function pauseLabel({
  scope,
  value,
  appName,
  fullName,
}: Pick<ReadPause, 'scope' | 'value'> & {
  appName: string | null;
  fullName: string | null;
}): string {
  return scope === 'all' ? 'All apps' : (appName ?? fullName ?? value);
}

/**
 * A pause as a person may see it. An owner reads no name and no reason of another owner, not the reason why another owner
 * was paused. `ownWords` is what an own app calls the account, or which own apps are among those that a pause names.
 */
export function seenPause<P extends ReadPause>(
  person: Person,
  pause: P,
  ownWords: string | undefined,
): P {
  if (person.kind === 'admin') return pause;
  const { value, reason, createdByKind, createdById, createdByName } = pause;
  const { endedByKind, endedById, endedByName, continues, originScope, originKey } = pause;
  const author = { kind: createdByKind, id: createdById ?? '', name: createdByName };
  const ender = { kind: endedByKind ?? '', id: endedById ?? '', name: endedByName ?? '' };
  // The pause of an account is about the app, that of an owner about the person.
  const isAboutPerson = originScope === 'owner' && originKey !== person.id;
  const isAboutApp = continues === null || (originScope !== null && !isAboutPerson);
  const scope = scopeOf(pause);
  return {
    ...pause,
    value: scope === 'account' || scope === 'apps' ? (ownWords ?? '') : value,
    reason: knows(person, author) && isAboutApp ? reason : '',
    createdByName: seenName(person, author),
    endedByName: endedByKind === null ? null : seenName(person, ender),
  };
}
