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

/** Called with the apps that were changed or deleted in the snapshot, and after all were loaded again. */
export type SnapshotFollower = { changed(appIDs: string[]): void; reloaded(): void };

/** Keeps the snapshot as the tables are (ADR 12). */
export type AdsLoader = {
  /** Loads all apps, then follows the log of changes; resolves when the first load is in. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Begins with what was kept in a file, as of a position in the log; to be called before `start`. */
  resume(index: AdsIndex, position: LogPosition): void;
  /** Sets the one follower that is told of changes in the snapshot from now on. */
  follow(follower: SnapshotFollower): void;
  /** Where in the log the snapshot is; null before the first load. */
  position(): LogPosition | null;
  /** `failing` while the database cannot be read, since when the snapshot may be old. */
  status(): { ready: boolean; failing: boolean; apps: number };
};

/** Entries made between two turns of the event loop, so that answers go on while many are made. */
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

  /**
   * The position is read first: what changes during the load is read again, and nothing is missed. The new
   * ads lie beside the old until they are whole, so that this takes as much memory again for a while.
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

  /** Reads what changed since the position; another history is loaded anew. */
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
    // Once, and not at every try: an outage may last.
    if (!failing)
      logger.error({ err: error }, 'the database cannot be read: the ads stay as they are');
    failing = true;
  }

  function succeeded(): void {
    snapshot.caughtUp();
    if (failing) logger.info('the database can be read again');
    failing = false;
  }

  /** Catches up as often as it was asked to, one at a time; after an error again and again, ever slower. */
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
