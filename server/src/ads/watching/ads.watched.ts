import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../kit/clock.ts';
import { type AppKey, appKey } from '../answers/ads.app-key.ts';
import type { RequestOrigin } from '../callers/caller.address.ts';

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
  /** Whether there is any. While nobody looks, a request asks nothing else. */
  readonly any: boolean;
  /**
   * Notes the answer if its app is watched: the last one of each app, and after `notesPerTake` answers no more until the
   * next `take`. The answer may not be sent yet.
   */
  note(appID: string, key: AppKey, request: IncomingMessage, response: ServerResponse): void;
  /** Replaces the watched apps. */
  watch(appIDs: readonly string[]): void;
  /** The noted answers that were sent, each once. */
  take(): NotedAnswer[];
};

/** People who try phones make fewer requests between two `take`s. An app that many phones ask for costs no more than this. */
const notesPerTake = 60;

/** Places of the table that says which apps to look for. With 100 watched apps, 5 % of the places are taken. */
const places = 2048;

type Watched = {
  appID: string;
  place: number;
  /** How many more answers are noted before the next `take`. */
  left: number;
  last: (Omit<NotedAnswer, 'appID'> & { unsent: ServerResponse | null }) | null;
};

/** IDs are random, so a part of the key serves as the hash. */
const placeOf = ({ one }: AppKey): number => one & (places - 1);

/**
 * Builds the list of watched apps. It is empty at first. `now` is the database's time. After a `take`, the first answer
 * that is noted calls `onNoted`.
 */
export function createWatchedApps(now: Clock, onNoted: () => void): WatchedApps {
  let apps = new Map<string, Watched>();
  /** How many watched apps of each place still take a note. Most answers read one 0 here, and nothing else. */
  const open = new Uint16Array(places);
  let isNoted = false;

  function countOpen(): void {
    open.fill(0);
    for (const { place, left } of apps.values()) if (left > 0) (open[place] as number)++;
  }

  /** The noted answer, if it was sent. One that is still waited for stays noted, unless the phone is gone. */
  function takeNoted(app: Watched): NotedAnswer[] {
    const { appID, last } = app;
    app.left = notesPerTake;
    if (!last) return [];
    const { unsent, at, status, from } = last;
    if (unsent && !unsent.headersSent && !unsent.destroyed) {
      isNoted = true;
      return [];
    }
    app.last = null;
    if (unsent && !unsent.headersSent) return [];
    return [{ appID, at, status: unsent?.statusCode ?? status, from }];
  }

  return {
    get any() {
      return apps.size > 0;
    },
    note(appID, key, request, response) {
      if (open[placeOf(key)] === 0) return;
      const app = apps.get(appID);
      if (!app || app.left === 0) return;
      // The address is read now: a closed connection does not have it any more.
      const { headers, socket } = request;
      const from = { headers, socket: { remoteAddress: socket.remoteAddress } };
      const unsent = response.headersSent ? null : response;
      app.last = { at: now(), status: response.statusCode, from, unsent };
      app.left -= 1;
      if (app.left === 0) (open[app.place] as number)--;
      if (isNoted) return;
      isNoted = true;
      onNoted();
    },
    watch(appIDs) {
      const known = apps;
      apps = new Map();
      for (const appID of appIDs) {
        const key = appKey(appID);
        const app = { appID, left: notesPerTake, last: null };
        if (key) apps.set(appID, known.get(appID) ?? { ...app, place: placeOf(key) });
      }
      countOpen();
    },
    take() {
      isNoted = false;
      const taken = [...apps.values()].flatMap(takeNoted);
      countOpen();
      if (isNoted) onNoted();
      return taken;
    },
  };
}
