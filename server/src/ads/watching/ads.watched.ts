import type { RequestOrigin } from '../../kit/caller-address.ts';
import type { Clock } from '../../kit/clock.ts';
import { type AppKey, appKey } from '../answers/ads.app-key.ts';

/** The last answer to a phone of an app. */
export type NotedAnswer = {
  appID: string;
  /** When it was noted, in epoch milliseconds. */
  at: number;
  status: number;
  from: RequestOrigin;
};

/** The apps whose answers somebody watches, in memory (ADR 42). */
export type WatchedApps = {
  /** Whether answers of this app may have to be noted. False for most apps, and for all while nobody looks. */
  mayWant(key: AppKey): boolean;
  /**
   * Notes the answer if its app is watched: the last one of each app, and after `notesPerTake` answers no more until the
   * next `take`.
   */
  note(appID: string, from: RequestOrigin, status: number): void;
  /** Replaces the watched apps. */
  watch(appIDs: readonly string[]): void;
  /** The noted answers, each once. */
  take(): NotedAnswer[];
};

/** People who try phones make fewer requests between two `take`s. For an app that many phones ask for, more would only cost. */
const notesPerTake = 20;

/** Bits of the table of wanted apps: 4 kB. With 100 watched apps, 0.3 % of the others are looked up for nothing. */
const bits = 32_768;

type Watched = {
  appID: string;
  key: AppKey;
  /** How many more answers are noted before the next `take`. */
  left: number;
  last: NotedAnswer | null;
};

/**
 * Builds the list of watched apps. It is empty at first. `now` is the database's time. After a `take`, the first answer
 * that is noted calls `onNoted`.
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
