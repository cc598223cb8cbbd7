import type { PauseScope } from '@adwarden/contract/pauses/pauses';
import { knows, type Person, seenName } from './people.policy.ts';

/** What people read of a pause. `origin…` is the pause that it continues; null if there is none, or it is deleted. */
export type ReadPause = {
  scope: PauseScope;
  value: string;
  reason: string;
  createdByKind: string;
  createdById: string | null;
  createdByName: string;
  endedByKind: string | null;
  endedById: string | null;
  endedByName: string | null;
  continues: string | null;
  originScope: PauseScope | null;
  originKey: string | null;
};

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
 * was paused, and the account as an own app spells it (`spelling`).
 */
export function seenPause<P extends ReadPause>(
  person: Person,
  pause: P,
  spelling: string | undefined,
): P {
  if (person.kind === 'admin') return pause;
  const { scope, value, reason, createdByKind, createdById, createdByName } = pause;
  const { endedByKind, endedById, endedByName, continues, originScope, originKey } = pause;
  const author = { kind: createdByKind, id: createdById ?? '', name: createdByName };
  const ender = { kind: endedByKind ?? '', id: endedById ?? '', name: endedByName ?? '' };
  // The pause of an account is about the app, that of an owner about the person.
  const isAboutApp = continues === null || originScope === 'account' || originKey === person.id;
  return {
    ...pause,
    value: scope === 'account' ? (spelling ?? '') : value,
    reason: knows(person, author) && isAboutApp ? reason : '',
    createdByName: seenName(person, author),
    endedByName: endedByKind === null ? null : seenName(person, ender),
  };
}
