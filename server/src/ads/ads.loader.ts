import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { ChangesFeed } from '../changes/changes.feed.ts';
import type { Clock } from '../kit/clock.ts';
import type { Logger } from '../kit/logger.ts';
import { type AdsEntry, adsEntry } from './ads.answer.ts';
import type { AdsSnapshot } from './ads.snapshot.ts';
import type { AdsSource, LogPosition } from './ads.source.ts';

export type AdsLoaderParts = {
  source: AdsSource;
  snapshot: AdsSnapshot;
  feed: ChangesFeed;
  clock: Clock;
  logger: Logger;
};

/** Keeps the snapshot as the tables are (design, section 7). */
export type AdsLoader = {
  /** Loads all apps, then follows the log of changes; resolves when the first load is in. */
  start(): Promise<void>;
  stop(): Promise<void>;
  status(): { ready: boolean; apps: number };
};

/** Entries made between two turns of the event loop, so that answers go on while many are made. */
const entriesPerTurn = 50;
const firstRetryMs = 200;
const lastRetryMs = 5_000;

/** Builds the loader of one process. */
export function createAdsLoader(parts: AdsLoaderParts): AdsLoader {
  const { source, snapshot, feed, clock, logger } = parts;
  let position: LogPosition | null = null;
  let asked = false;
  let running: Promise<void> | null = null;
  let unsubscribe = () => {};
  const stopping = new AbortController();

  /** The position is read first: what changes during the load is read again, and nothing is missed. */
  async function loadAll(): Promise<void> {
    const start = await source.position();
    const entries = new Map<string, AdsEntry>();
    for await (const apps of source.allApps()) {
      for (let index = 0; index < apps.length; index += entriesPerTurn) {
        for (const app of apps.slice(index, index + entriesPerTurn)) {
          entries.set(app.appID, adsEntry(app, clock()));
        }
        await nextTurn();
        if (stopping.signal.aborted) return;
      }
    }
    snapshot.replaceAll(entries);
    position = start;
    logger.info({ apps: entries.size, seq: start.lastSeq }, 'loaded the ads of all apps');
  }

  /** Reads what changed since the cursor; the rows are at least as new as the changes that named them. */
  async function follow(from: LogPosition): Promise<void> {
    for (let cursor = from.lastSeq; ; ) {
      const changed = await source.changedSince(cursor);
      if (changed.cursor === cursor) return;
      const there = new Map((await source.apps(changed.appIDs)).map((app) => [app.appID, app]));
      for (const appID of changed.appIDs) {
        const app = there.get(appID);
        if (app) snapshot.set(appID, adsEntry(app, clock()));
        else snapshot.delete(appID);
      }
      cursor = changed.cursor;
      position = { ...from, lastSeq: cursor };
    }
  }

  /** Another epoch or a shorter log is another history: everything is loaded anew. */
  async function catchUp(): Promise<void> {
    const now = await source.position();
    const sameHistory =
      position !== null && position.epoch === now.epoch && position.lastSeq <= now.lastSeq;
    if (!sameHistory) await loadAll();
    if (position) await follow(position);
  }

  /** Catches up as often as it was asked to, one at a time; after an error again and again, ever slower. */
  async function run(): Promise<void> {
    for (let retry = firstRetryMs; asked && !stopping.signal.aborted; ) {
      asked = false;
      try {
        await catchUp();
        retry = firstRetryMs;
      } catch (error) {
        asked = true;
        logger.error({ err: error, retry }, 'the ads could not be read from the database');
        await pause(retry, undefined, { signal: stopping.signal }).catch(() => {});
        retry = Math.min(retry * 2, lastRetryMs);
      }
    }
    // Here and not in a `finally` of the promise, which comes a moment later: a wake-up between would be lost.
    running = null;
  }

  function wake(): Promise<void> {
    asked = true;
    running ??= run();
    return running;
  }

  return {
    async start() {
      unsubscribe = feed.subscribe(() => void wake());
      await wake();
    },
    async stop() {
      unsubscribe();
      stopping.abort();
      await running;
    },
    status: () => ({ ready: snapshot.loaded, apps: snapshot.size }),
  };
}
