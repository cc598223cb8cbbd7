import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { ChangesFeed } from '../changes/changes.feed.ts';
import type { Clock } from '../kit/clock.ts';
import type { Logger } from '../kit/logger.ts';
import { type AdsApp, adsEntry } from './ads.answer.ts';
import { type AdsIndex, createAdsIndex } from './ads.index.ts';
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

  /** Makes entries, some at a turn, so that answers go on meanwhile; after `stop` it makes no more. */
  async function put(apps: AdsApp[], into: Pick<AdsIndex, 'set'>): Promise<void> {
    for (let first = 0; first < apps.length; first += entriesPerTurn) {
      if (first > 0) await nextTurn();
      if (stopping.signal.aborted) return;
      for (const app of apps.slice(first, first + entriesPerTurn)) {
        try {
          into.set(app.appID, adsEntry(app, clock()));
        } catch (error) {
          // One damaged row must not take the ads of all other apps along.
          logger.error({ err: error, appID: app.appID }, 'the ads of one app could not be made');
        }
      }
    }
  }

  /** The position is read first: what changes during the load is read again, and nothing is missed. */
  async function loadAll(): Promise<void> {
    const start = await source.position();
    const index = createAdsIndex();
    for await (const apps of source.allApps()) {
      await put(apps, index);
      if (stopping.signal.aborted) return;
    }
    snapshot.replaceAll(index);
    position = start;
    logger.info({ apps: index.size, seq: start.lastSeq }, 'loaded the ads of all apps');
  }

  /** Reads what changed since the cursor; the rows are at least as new as the changes that named them. */
  async function follow(from: LogPosition): Promise<void> {
    for (let cursor = from.lastSeq; !stopping.signal.aborted; ) {
      const changed = await source.changedSince(cursor);
      const apps = await source.apps(changed.appIDs);
      const there = new Set(apps.map(({ appID }) => appID));
      for (const appID of changed.appIDs) if (!there.has(appID)) snapshot.delete(appID);
      await put(apps, snapshot);
      cursor = changed.cursor;
      position = { ...from, lastSeq: cursor };
      if (!changed.more) return;
    }
  }

  /** Another epoch or a shorter log is another history: everything is loaded anew. */
  async function catchUp(): Promise<void> {
    const now = await source.position();
    const sameHistory =
      position !== null && position.epoch === now.epoch && position.lastSeq <= now.lastSeq;
    if (!sameHistory || snapshot.isWasteful()) await loadAll();
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
      unsubscribe = feed.subscribe(wake);
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
