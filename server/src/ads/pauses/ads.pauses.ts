import { isDeepStrictEqual } from 'node:util';
import type { StoredScope } from '@adwarden/contract/pauses/pauses';
import type { Clock } from '../../kit/clock.ts';
import { tagOf, tagsIn } from './ads.scopes.ts';

/** A pause that nobody has ended. */
export type ActivePause = {
  scope: StoredScope;
  /** '' for all apps, else the folded account name, the owner's id or the app ID. */
  key: string;
  reason: string;
  /** The time when it ends, in epoch milliseconds of the database's clock. If it is null, somebody must end the pause. */
  until: number | null;
};

/** The active pauses, in memory (ADR 34). */
export type AdsPauses = {
  /** False until they were read once. Until then no answer is right. */
  readonly known: boolean;
  /** Whether there is any pause. */
  readonly any: boolean;
  /** Returns the pauses that cover an app. Some of them may have ended already: check `until`. */
  covering(appID: string, scopes: string): readonly ActivePause[];
  /** Returns the time by which pauses end, in epoch milliseconds of the database's clock. */
  now(): number;
  /** Replaces all pauses. */
  use(pauses: ActivePause[]): void;
  active(): ActivePause[];
  /** Stops the ads of all apps, in addition to all pauses, or ends that stop (the emergency stop of this machine). */
  stopAll(isStopped: boolean): void;
  /** Sets the one function that is called when the pauses have changed. */
  follow(onChange: () => void): void;
};

const none: readonly ActivePause[] = [];
/** The pause that covers all apps while an operator has stopped the ads of this machine. */
const emergency: ActivePause = {
  scope: 'all',
  key: '',
  until: null,
  reason: 'Stopped on the machine that answers',
};

/** Builds the list of active pauses, which is empty at first. `now` is the time by which they end. */
export function createAdsPauses(now: Clock): AdsPauses {
  let active: ActivePause[] = [];
  let forAll: ActivePause[] = [];
  let isStopped = false;
  /** The other pauses by app ID, or by the tag of an account or an owner. */
  let others = new Map<string, ActivePause[]>();
  let known = false;
  let onChange = () => {};
  const pausesOfAll = () => [
    ...(isStopped ? [emergency] : []),
    ...active.filter(({ scope }) => scope === 'all'),
  ];

  return {
    get known() {
      return known;
    },
    get any() {
      return isStopped || active.length > 0;
    },
    covering(appID, scopes) {
      if (others.size === 0) return forAll;
      const keys = [appID, ...tagsIn(scopes)];
      return [...forAll, ...keys.flatMap((key) => others.get(key) ?? none)];
    },
    now,
    use(pauses) {
      const isOther = !known || !isDeepStrictEqual(pauses, active);
      active = pauses;
      forAll = pausesOfAll();
      others = Map.groupBy(
        pauses.filter(({ scope }) => scope !== 'all'),
        keyOf,
      );
      known = true;
      if (isOther) onChange();
    },
    active: () => active,
    stopAll(stops) {
      isStopped = stops;
      forAll = pausesOfAll();
    },
    follow(next) {
      onChange = next;
    },
  };
}

function keyOf({ scope, key }: ActivePause): string {
  return scope === 'all' || scope === 'app' ? key : tagOf(scope, key);
}

/** Returns when the last of these pauses ends, in epoch milliseconds; null: one of them has no end. */
export function lastEnd(pauses: readonly ActivePause[]): number | null {
  const ends = pauses.map(({ until }) => until);
  return ends.includes(null) ? null : Math.max(...(ends as number[]));
}
