import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../kit/clock.ts';
import { type AppKey, appKey } from '../answers/ads.app-key.ts';

/** The last answer to a phone of an app. */
export type NotedAnswer = {
  appID: string;
  /** When the request came, in epoch milliseconds. */
  at: number;
  request: IncomingMessage;
  response: ServerResponse;
};

/** The apps whose answers somebody watches, in memory (ADR 42). */
export type WatchedApps = {
  /** Whether there is any. While nobody looks, a request asks nothing else. */
  readonly any: boolean;
  /** Notes the request if its app is watched: the last one of each app. */
  note(key: AppKey, request: IncomingMessage, response: ServerResponse): void;
  /** Replaces the watched apps. */
  watch(appIDs: readonly string[]): void;
  /** The noted answers that were sent, each once. */
  take(): NotedAnswer[];
};

/** A watched app with its noted answer. It is changed in place: a request makes no object. */
type Watched = Omit<NotedAnswer, 'request' | 'response'> & {
  key: AppKey;
  request: IncomingMessage | null;
  response: ServerResponse | null;
};

const none: readonly Watched[] = [];

/**
 * Builds the list of watched apps, which is empty at first. `now` is the database's time. `onNoted` is called before the
 * answer is sent, for the first answer after a `take`.
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
    const { appID, at, request, response } = app;
    if (!request || !response) return [];
    if (!response.headersSent && !response.destroyed) {
      isNoted = true;
      return [];
    }
    app.request = null;
    app.response = null;
    return response.headersSent ? [{ appID, at, request, response }] : [];
  }

  return {
    get any() {
      return byNumber.size > 0;
    },
    note(key, request, response) {
      const app = find(key);
      if (!app) return;
      app.at = now();
      app.request = request;
      app.response = response;
      if (isNoted) return;
      isNoted = true;
      onNoted();
    },
    watch(appIDs) {
      const next = appIDs.flatMap((appID): Watched[] => {
        const key = appKey(appID);
        if (!key) return [];
        return [apps.get(appID) ?? { appID, key, at: 0, request: null, response: null }];
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
