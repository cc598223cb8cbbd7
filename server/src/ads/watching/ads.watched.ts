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

const none: readonly Watched[] = [];

/**
 * Builds the list of watched apps, which is empty at first. `now` is the database's time. `onNoted` is called for the
 * first answer after a `take`.
 */
export function createWatchedApps(now: Clock, onNoted: () => void): WatchedApps {
  let apps = new Map<string, Watched>();
  /** By the first number of the key. Two apps with the same one are rare, but possible. */
  let byNumber = new Map<number, Watched[]>();
  let isNoted = false;

  function find({ one, two, three }: AppKey): Watched | undefined {
    for (const app of byNumber.get(one) ?? none) {
      if (app.key.two === two && app.key.three === three) return app;
    }
    return undefined;
  }

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
      return byNumber.size > 0;
    },
    note(key, request, response) {
      const app = find(key);
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
      const next = appIDs.flatMap((appID): Watched[] => {
        const key = appKey(appID);
        if (!key) return [];
        return [apps.get(appID) ?? watchedApp(appID, key)];
      });
      apps = new Map(next.map((app) => [app.appID, app]));
      byNumber = Map.groupBy(next, ({ key }) => key.one);
    },
    take() {
      isNoted = false;
      const taken = [...apps.values()].flatMap(takeNoted);
      if (isNoted) onNoted();
      return taken;
    },
  };
}
