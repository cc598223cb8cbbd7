import type { RequestOrigin } from '../../kit/caller-address.ts';
import type { Clock } from '../../kit/clock.ts';
import { type AppKey, appKey } from '../answers/ads.app-key.ts';

/** The last answer to a phone of an app. */
export type NotedAnswer = {
  appID: string;
  /** The time when it was noted, in epoch milliseconds. */
  at: number;
  status: number;
  from: RequestOrigin;
};

/** The apps whose answers somebody watches, in memory (ADR 42). */
export type WatchedApps = {
  /** Tells whether answers of this app may have to be noted. False for most apps, and for all while nobody watches. */
  mayWant(key: AppKey): boolean;
  /**
   * Notes the answer if its app is watched. Only the last one of each app is kept, and after `notesPerTake` answers none is noted
   * until the next `take`.
   */
  note(appID: string, from: RequestOrigin, status: number): void;
  /** Replaces the watched apps. */
  watch(appIDs: readonly string[]): void;
  /** Returns the noted answers, each once. */
  take(): NotedAnswer[];
};

/**
 * The most answers of an app that are noted between two `take`s. People who try phones make fewer requests. For an app with many
 * phones, more notes would only cost time.
 */
const notesPerTake = 20;

/** The number of bits in the table of wanted apps: 4 kB. With 100 watched apps, 0.3 % of the others are looked up in vain. */
const bits = 32_768;

type Watched = {
  appID: string;
  key: AppKey;
  /** The number of answers that may still be noted before the next `take`. */
  left: number;
  last: NotedAnswer | null;
};

/**
 * Builds the list of watched apps. It is empty at first. `now` is the database's time. After a `take`, the first noted answer
 * calls `onNoted`.
 */
export function createWatchedApps(now: Clock, onNoted: () => void): WatchedApps {
  let apps = new Map<string, Watched>();
  /** A bit for each app whose answers are noted. Other apps may share it. App IDs are random, so no hash is needed. */
  const wanted = new Uint32Array(bits / 32);
  const wordOf = ({ one }: AppKey) => (one >>> 5) & (wanted.length - 1);
  let isNoted = false;

  function listWanted(): void {
    wanted.fill(0);
    for (const { key, left } of apps.values()) {
      if (left > 0) (wanted[wordOf(key)] as number) |= 1 << key.one;
    }
  }

  return {
    mayWant: (key) => ((wanted[wordOf(key)] as number) & (1 << key.one)) !== 0,
    note(appID, from, status) {
      const app = apps.get(appID);
      if (!app || app.left === 0) return;
      app.last = { appID, at: now(), status, from };
      app.left -= 1;
      if (app.left === 0) listWanted();
      if (isNoted) return;
      isNoted = true;
      onNoted();
    },
    watch(appIDs) {
      const known = apps;
      apps = new Map();
      for (const appID of appIDs) {
        const key = appKey(appID);
        if (!key) continue;
        apps.set(appID, known.get(appID) ?? { appID, key, left: notesPerTake, last: null });
      }
      listWanted();
    },
    take() {
      isNoted = false;
      const taken: NotedAnswer[] = [];
      for (const app of apps.values()) {
        app.left = notesPerTake;
        if (app.last) taken.push(app.last);
        app.last = null;
      }
      listWanted();
      return taken;
    },
  };
}
