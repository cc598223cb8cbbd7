import type { PauseScope, StoredScope } from '@adwarden/contract/pauses/pauses';
import type { Person } from '@adwarden/contract/people/people';
import { knows, seenName } from './people.policy.ts';

/** The readable facts of a pause. `origin…` is the pause that it continues; null if there is none, or it is deleted. */
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

/** Returns the scope of a pause as people know it: a row of scope `app` without a key is a pause of some apps (ADR 79). */
export const scopeOf = ({ scope, key }: { scope: StoredScope; key: string }): PauseScope =>
  scope === 'app' && key === '' ? 'apps' : scope;

/** Returns two names of many, and how many more there are. */
export function namesInShort(first: readonly string[], count: number): string {
  const more = count - first.length;
  return `${first.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`;
}

/** Names the target of a pause in the words that people know. */
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
 * Returns a pause as a person may see it. An owner reads no name and no reason of another owner, and not the reason why another
 * owner was paused. `ownWords` is an own app's spelling of the account, or the own apps among those that a pause names.
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
