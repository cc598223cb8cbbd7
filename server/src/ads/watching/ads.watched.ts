import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
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
  /** Notes the answer if its app is watched: the last one of each app. It may not be sent yet. */
  note(key: AppKey, request: IncomingMessage, response: ServerResponse): void;
  /** Replaces the watched apps. */
  watch(appIDs: readonly string[]): void;
  /** The noted answers that were sent, each once. */
  take(): NotedAnswer[];
};

/**
 * A watched app with what is noted of its last answer. It is changed in place, so a request makes no object. The address is
 * noted because a closed connection does not have it any more.
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
 * Finds the place of an app in the list of watched apps; -1 for an app that nobody watches.
 *
 * It is a hash table. A slot has four numbers: the three of the key, and the place plus one, which is 0 in an empty slot.
 * IDs are random, so the first number of the key serves as the hash. Most answers belong to apps that nobody watches; they
 * read one slot, which is empty.
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
 * Builds the list of watched apps. It is empty at first. `now` is the database's time. After a `take`, the first answer
 * that is noted calls `onNoted`.
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
