import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../kit/clock.ts';
import { type AppKey, appKey } from '../answers/ads.app-key.ts';
import type { RequestOrigin } from '../callers/caller.address.ts';

/** The last answer to a phone of an app. */
export type NotedAnswer = {
  appID: string;
  /** When it was answered, in epoch milliseconds. */
  at: number;
  status: number;
  from: RequestOrigin;
};

/** The apps whose answers somebody watches, in memory (ADR 42). */
export type WatchedApps = {
  /** Whether there is any. While nobody looks, a request asks nothing else. */
  readonly any: boolean;
  /** Notes the answer if its app is watched: the last one of each app. It may not be sent yet. */
  note(key: AppKey, request: IncomingMessage, response: ServerResponse): void;
  /** Replaces the watched apps. */
  watch(appIDs: readonly string[]): void;
  /** The noted answers that were sent, each once. */
  take(): NotedAnswer[];
};

/**
 * A watched app with what is noted of its last answer. It is changed in place, and keeps neither the request nor the
 * answer after it was sent: the garbage collector would copy them again and again.
 */
type Watched = {
  appID: string;
  key: AppKey;
  at: number;
  /** Null when nothing is noted. */
  headers: IncomingHttpHeaders | null;
  remoteAddress: string | undefined;
  status: number;
  /** The answer, as long as it is not sent. */
  unsent: ServerResponse | null;
};

const watchedApp = (appID: string, key: AppKey): Watched => ({
  ...{ appID, key },
  ...{ at: 0, headers: null, remoteAddress: undefined, status: 0, unsent: null },
});

/**
 * Finds the place of a watched app, -1 for any other app: a hash table with four numbers for each place, those of the key
 * and the place in the list plus one, 0 where it is empty. Nearly every answer is one of an app that nobody watches, and
 * reads one line of memory here. IDs are random, so the key is its own hash.
 */
function createPlaces(keys: readonly AppKey[]): (key: AppKey) => number {
  const size = 2 ** Math.ceil(Math.log2(4 * keys.length + 1));
  const table = new Int32Array(4 * size);
  function slotOf({ one, two, three }: AppKey): number {
    for (let slot = one & (size - 1); ; slot = (slot + 1) & (size - 1)) {
      const at = 4 * slot;
      if (table[at + 3] === 0) return at;
      if (table[at] === one && table[at + 1] === two && table[at + 2] === three) return at;
    }
  }
  for (const [index, key] of keys.entries()) {
    table.set([key.one, key.two, key.three, index + 1], slotOf(key));
  }
  return (key) => (table[slotOf(key) + 3] as number) - 1;
}

/**
 * Builds the list of watched apps, which is empty at first. `now` is the database's time. `onNoted` is called for the
 * first answer after a `take`.
 */
export function createWatchedApps(now: Clock, onNoted: () => void): WatchedApps {
  let apps: Watched[] = [];
  let placeOf = createPlaces([]);
  let isNoted = false;

  /** The noted answer, if it was sent. One that is still waited for stays noted, unless the phone is gone. */
  function takeNoted(app: Watched): NotedAnswer[] {
    const { appID, at, headers, remoteAddress, unsent } = app;
    if (!headers) return [];
    if (unsent && !unsent.headersSent && !unsent.destroyed) {
      isNoted = true;
      return [];
    }
    app.headers = null;
    app.unsent = null;
    if (unsent && !unsent.headersSent) return [];
    const status = unsent ? unsent.statusCode : app.status;
    return [{ appID, at, status, from: { headers, socket: { remoteAddress } } }];
  }

  return {
    get any() {
      return apps.length > 0;
    },
    note(key, request, response) {
      const place = placeOf(key);
      const app = place < 0 ? undefined : apps[place];
      if (!app) return;
      app.at = now();
      app.headers = request.headers;
      app.remoteAddress = request.socket.remoteAddress;
      app.status = response.statusCode;
      app.unsent = response.headersSent ? null : response;
      if (isNoted) return;
      isNoted = true;
      onNoted();
    },
    watch(appIDs) {
      const known = new Map(apps.map((app) => [app.appID, app]));
      apps = [...new Set(appIDs)].flatMap((appID): Watched[] => {
        const key = appKey(appID);
        return key ? [known.get(appID) ?? watchedApp(appID, key)] : [];
      });
      placeOf = createPlaces(apps.map(({ key }) => key));
    },
    take() {
      isNoted = false;
      const taken = apps.flatMap(takeNoted);
      if (isNoted) onNoted();
      return taken;
    },
  };
}
