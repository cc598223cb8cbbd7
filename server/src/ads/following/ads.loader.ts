import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { ChangesFeed } from '../../changes/changes.feed.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import { type AdsApp, adsEntry } from '../answers/ads.answer.ts';
import { type AdsIndex, createAdsIndex } from '../answers/ads.index.ts';
import type { AdsSnapshot } from '../answers/ads.snapshot.ts';
import type { AdsSource, ChangedApps, LogPosition } from './ads.source.ts';

export type AdsLoaderParts = {
  source: AdsSource;
  snapshot: AdsSnapshot;
  feed: ChangesFeed;
  clock: Clock;
  logger: Logger;
};

/** Is called with the apps that were changed or deleted in the snapshot, and after all apps were loaded again. */
export type SnapshotFollower = { changed(appIDs: string[]): void; reloaded(): void };

/** Keeps the snapshot up to date with the tables (ADR 12). */
export type AdsLoader = {
  /** Loads all apps, then follows the log of changes; resolves when all apps are loaded. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Begins with the apps of the last-good file, which is at this position of the log. To be called before `start`. */
  resume(index: AdsIndex, position: LogPosition): void;
  /** Sets the one function that is called after changes of the snapshot. */
  follow(follower: SnapshotFollower): void;
  /** The position in the log up to which the snapshot is current; null before the first load. */
  position(): LogPosition | null;
  /** `failing` while the database cannot be read: then the snapshot may be old. */
  status(): { ready: boolean; failing: boolean; apps: number };
};

/** How many entries are made in one turn of the event loop; between turns, phones are answered. */
const entriesPerTurn = 50;
const firstRetryMs = 200;
const lastRetryMs = 1_000;

/** Builds the loader of one process. */
export function createAdsLoader(parts: AdsLoaderParts): AdsLoader {
  const { source, snapshot, feed, clock, logger } = parts;
  let position: LogPosition | null = null;
  let failing = false;
  let asked = false;
  let running: Promise<void> | null = null;
  let unsubscribe = () => {};
  let follower: SnapshotFollower | null = null;
  const stopping = new AbortController();

  /** Makes entries, some in each turn of the event loop, so that phones are answered meanwhile. Ends after `stop`. */
  async function put(apps: AdsApp[], into: Pick<AdsIndex, 'set'>): Promise<void> {
    for (let first = 0; first < apps.length; first += entriesPerTurn) {
      if (first > 0) await nextTurn();
      if (stopping.signal.aborted) return;
      for (const app of apps.slice(first, first + entriesPerTurn)) {
        try {
          into.set(app.appID, adsEntry(app, clock()));
        } catch (error) {
          // A damaged row affects this app only.
          logger.error({ err: error, appID: app.appID }, 'the ads of one app could not be made');
        }
      }
    }
  }

  /**
   * The position is read first: what changes during the load is read again, and nothing is missed. The new ads
   * replace the old ones when they are complete. Until then both are in memory.
   */
  async function loadAll(): Promise<void> {
    const start = await source.position();
    const index = createAdsIndex();
    for await (const apps of source.allApps()) {
      await put(apps, index);
      if (stopping.signal.aborted) return;
    }
    snapshot.replaceAll(index);
    position = start;
    follower?.reloaded();
    logger.info({ apps: index.size, seq: start.seq }, 'loaded the ads of all apps');
  }

  /** Reads what has changed since the position; after a change of history, loads everything again. */
  async function catchUp(): Promise<void> {
    if (!position || snapshot.isWasteful()) await loadAll();
    while (position && !stopping.signal.aborted) {
      const changed: ChangedApps | null = await source.changedAfter(position);
      if (changed) {
        for (const appID of changed.gone) snapshot.delete(appID);
        await put(changed.apps, snapshot);
        follower?.changed([...changed.gone, ...changed.apps.map(({ appID }) => appID)]);
        position = changed.position;
        if (!changed.more) return;
      } else {
        logger.warn(
          { position },
          'the log of changes cannot be followed on, all ads are loaded anew',
        );
        await loadAll();
      }
    }
  }

  function failed(error: unknown): void {
    // Logged once and not at every attempt, because an outage may be long.
    if (!failing)
      logger.error({ err: error }, 'the database cannot be read: the ads stay as they are');
    failing = true;
  }

  function succeeded(): void {
    snapshot.caughtUp();
    if (failing) logger.info('the database can be read again');
    failing = false;
  }

  /** Reads what is new until nobody has asked again meanwhile. After an error it tries again, with growing pauses. */
  async function run(): Promise<void> {
    for (let retry = firstRetryMs; asked && !stopping.signal.aborted; ) {
      asked = false;
      try {
        await catchUp();
        succeeded();
        retry = firstRetryMs;
      } catch (error) {
        asked = true;
        failed(error);
        await pause(retry, undefined, { signal: stopping.signal }).catch(() => {});
        retry = Math.min(retry * 2, lastRetryMs);
      }
    }
    // Not in a `finally` of the promise: that runs a moment later, and a wake-up in between would be lost.
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
    resume(index, from) {
      snapshot.replaceAll(index, 'file');
      position = from;
    },
    follow(next) {
      follower = next;
    },
    position: () => position,
    status: () => ({ ready: snapshot.loaded, failing, apps: snapshot.size }),
  };
}
