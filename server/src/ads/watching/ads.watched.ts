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

type Watched = { appID: string; key: AppKey; noted: NotedAnswer | null };

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
    const alike = byNumber.get(one);
    if (alike === undefined) return undefined;
    return alike.find(({ key }) => key.two === two && key.three === three);
  }

  /** The noted answer, if it was sent. One that is still waited for stays noted, unless the phone is gone. */
  function takeNoted(app: Watched): NotedAnswer[] {
    const { noted } = app;
    if (!noted) return [];
    const { response } = noted;
    if (!response.headersSent && !response.destroyed) {
      isNoted = true;
      return [];
    }
    app.noted = null;
    return response.headersSent ? [noted] : [];
  }

  return {
    get any() {
      return byNumber.size > 0;
    },
    note(key, request, response) {
      const app = find(key);
      if (!app) return;
      app.noted = { appID: app.appID, at: now(), request, response };
      if (isNoted) return;
      isNoted = true;
      onNoted();
    },
    watch(appIDs) {
      const next = appIDs.flatMap((appID): Watched[] => {
        const key = appKey(appID);
        return key ? [apps.get(appID) ?? { appID, key, noted: null }] : [];
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
