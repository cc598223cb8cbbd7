import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../kit/clock.ts';
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
  /**
   * Notes the answer if its app is watched: the last one of each app, and after `notesPerTake` answers no more until the
   * next `take`. The answer may not be sent yet.
   */
  note(appID: string, request: IncomingMessage, response: ServerResponse): void;
  /** Replaces the watched apps. */
  watch(appIDs: readonly string[]): void;
  /** The noted answers that were sent, each once. */
  take(): NotedAnswer[];
};

/** People who try phones make fewer requests between two `take`s. For an app that many phones ask for, more would only cost. */
const notesPerTake = 20;

type Watched = {
  appID: string;
  /** How many more answers are noted before the next `take`. */
  left: number;
  last: (Omit<NotedAnswer, 'appID'> & { unsent: ServerResponse | null }) | null;
};

/**
 * Builds the list of watched apps. It is empty at first. `now` is the database's time. After a `take`, the first answer
 * that is noted calls `onNoted`.
 */
export function createWatchedApps(now: Clock, onNoted: () => void): WatchedApps {
  let apps = new Map<string, Watched>();
  let isNoted = false;

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
    note(appID, request, response) {
      const app = apps.get(appID);
      if (!app || app.left === 0) return;
      // The address is read now: a closed connection does not have it any more.
      const { headers, socket } = request;
      const from = { headers, socket: { remoteAddress: socket.remoteAddress } };
      const unsent = response.headersSent ? null : response;
      app.last = { at: now(), status: response.statusCode, from, unsent };
      app.left -= 1;
      if (isNoted) return;
      isNoted = true;
      onNoted();
    },
    watch(appIDs) {
      const known = apps;
      apps = new Map();
      for (const appID of appIDs) {
        apps.set(appID, known.get(appID) ?? { appID, left: notesPerTake, last: null });
      }
    },
    take() {
      isNoted = false;
      const taken = [...apps.values()].flatMap(takeNoted);
      if (isNoted) onNoted();
      return taken;
    },
  };
}
