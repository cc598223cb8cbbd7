import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { createOutage } from '../../kit/faults/outage.ts';
import type { Logger } from '../../kit/logger.ts';
import { type AdsApp, adsEntry } from '../answers/ads.answer.ts';
import { type AdsIndex, createAdsIndex } from '../answers/ads.index.ts';
import type { AdsSnapshot } from '../answers/ads.snapshot.ts';
import type { Callers } from '../callers/caller.ts';
import type { AdsPauses } from '../pauses/ads.pauses.ts';
import type { WatchedApps } from '../watching/ads.watched.ts';
import {
  type FollowOffice,
  type LogPosition,
  type OfficeLine,
  type OfficeState,
  silentOffice,
} from './ads.stream.ts';
import type { AdsTime } from './ads.time.ts';

export type AdsFollowerDeps = {
  followOffice: FollowOffice;
  snapshot: AdsSnapshot;
  pauses: Pick<AdsPauses, 'use'>;
  time: Pick<AdsTime, 'hear' | 'ends'>;
  callers: Pick<Callers, 'use' | 'useShares'>;
  watched: Pick<WatchedApps, 'watch'>;
  /** Whether apps can be added while the office is lost: an edge may have lost only its connection to it. */
  isEdge: boolean;
  logger: Logger;
};

/** Is called with the apps that were changed or deleted in the snapshot, and after all apps were loaded again. */
export type SnapshotListener = { changed(appIDs: string[]): void; reloaded(): void };

/** Keeps the data for answering ads as the office has it (ADR 12). */
export type AdsFollower = {
  /** Follows the office; resolves when nothing is missing for the first time. */
  start(): Promise<void>;
  /** Resolves at the office's first answer: nothing is missing, or its database cannot be read. */
  heard: Promise<void>;
  stop(): Promise<void>;
  /**
   * Uses the apps of the last-good file, which are as they were at this position, and were those of now `ageMs` ago. If the
   * position is null, it is not known, and all are loaded again. Call it before `start`.
   */
  resume(index: AdsIndex, position: LogPosition | null, ageMs: number): void;
  /** Sets the one function that is called after changes of the snapshot. */
  listen(listener: SnapshotListener): void;
  /** Returns the place in the log that the snapshot shows exactly; null before the first load, and while changes are applied. */
  position(): LogPosition | null;
  /**
   * Returns the state. `failing`: the office (`isLost`) or its database cannot be read, so the snapshot may be old. `isSilent`:
   * an office is there and sends nothing. `lagMs`: the time by which the snapshot may be old; null before there is one. The
   * rest is the office's report on itself.
   */
  status(): {
    ready: boolean;
    failing: boolean;
    isLost: boolean;
    isSilent: boolean;
    apps: number;
    lagMs: number | null;
  } & OfficeState;
};

/** The entries that are made in one turn of the event loop; between turns, phones are answered. */
const entriesPerTurn = 50;
const firstRetryMs = 50;
/**
 * The longest pause between retries. An office on the same machine is asked more often: it is cheap there, and makes a start
 * shorter.
 */
const lastRetryMs = { own: 100, far: 1_000 };
/** The time that the office may need at a start until it answers. */
const startingMs = 5_000;

/** Builds the follower of one process. */
export function createAdsFollower(deps: AdsFollowerDeps): AdsFollower {
  const { followOffice, snapshot, pauses, time, callers, watched, isEdge, logger } = deps;
  let position: LogPosition | null = null;
  /** Whether apps newer than the position have come. */
  let isBetween = false;
  /** The index of all apps while they come; null at other times. */
  let all: AdsIndex | null = null;
  let failing = false;
  let isLost = false;
  let isSilent = false;
  /** Whether nothing came after the last `current` line, and the time when this was last known. */
  let isCurrent = false;
  let currentAt: number | null = null;
  /** Whether this office tells the time twice a second; an older one tells it only when nothing is missing. */
  let saysTime = false;
  let office: OfficeState = { troubles: [], isDiskFull: false };
  let running = Promise.resolve();
  let listener: SnapshotListener | null = null;
  const whole = Promise.withResolvers<void>();
  const heard = Promise.withResolvers<void>();
  const stopping = new AbortController();

  /** Makes entries, some in each turn of the event loop, so that phones are answered meanwhile. Ends after `stop`. */
  async function put(apps: AdsApp[], into: Pick<AdsIndex, 'set'>): Promise<void> {
    for (let first = 0; first < apps.length; first += entriesPerTurn) {
      if (first > 0) await nextTurn();
      if (stopping.signal.aborted) return;
      for (const app of apps.slice(first, first + entriesPerTurn)) {
        try {
          into.set(app.appID, adsEntry(app, time.ends()));
        } catch (error) {
          // A damaged row affects this app only.
          logger.error({ err: error, appID: app.appID }, 'the ads of one app could not be made');
        }
      }
    }
  }

  /** Copies everything into new memory, which has no gaps. Until it is complete, both are in memory. */
  async function closeGaps(): Promise<void> {
    const index = createAdsIndex();
    let copied = 0;
    for (const record of snapshot.records()) {
      index.setRecord(record);
      copied += 1;
      if (copied % entriesPerTurn === 0) await nextTurn();
    }
    snapshot.replaceAll(index);
  }

  async function arriveAt(place: LogPosition): Promise<void> {
    isBetween = false;
    if (all) {
      snapshot.replaceAll(all);
      logger.info({ apps: all.size, seq: place.seq }, 'loaded the ads of all apps');
      all = null;
      position = place;
      listener?.reloaded();
      return;
    }
    position = place;
    if (snapshot.isWasteful()) await closeGaps();
  }

  async function change({ apps, gone }: { apps: AdsApp[]; gone: string[] }): Promise<void> {
    const into = all ?? snapshot;
    if (!all) isBetween = true;
    for (const appID of gone) into.delete(appID);
    await put(apps, into);
    if (!all) listener?.changed([...gone, ...apps.map(({ appID }) => appID)]);
  }

  function take(line: OfficeLine): void | Promise<void> {
    isLost = false;
    isSilent = false;
    if (line.kind === 'current') isCurrent = true;
    else if (line.kind !== 'office') isCurrent = false;
    if (isCurrent) currentAt = performance.now();
    switch (line.kind) {
      case 'all':
        all = createAdsIndex();
        return;
      case 'apps':
        return change(line);
      case 'at':
        return arriveAt(line.position);
      case 'pauses':
        return pauses.use(line.pauses);
      case 'callers':
        return callers.use(line.settings);
      case 'watched':
        return watched.watch(line.appIDs);
      case 'failing':
        failing = true;
        heard.resolve();
        return;
      case 'office':
        office = { troubles: line.troubles, isDiskFull: line.isDiskFull };
        if (line.isRefused) office.isRefused = true;
        saysTime ||= line.time !== undefined;
        if (line.time) time.hear(line.time);
        return callers.useShares(line.lookups);
      case 'current':
        if (line.now !== null && !saysTime) {
          time.hear({ now: line.now, held: line.isHeld ? line.now : null });
        }
        snapshot.caughtUp();
        failing = false;
        heard.resolve();
        whole.resolve();
        return;
      default:
        line satisfies never;
    }
  }

  /** Takes line after line. When the office is lost, follows it again from the last position, with growing pauses. */
  async function run(): Promise<void> {
    const { signal } = stopping;
    const began = performance.now();
    const last = isEdge ? lastRetryMs.far : lastRetryMs.own;
    const outage = createOutage(logger, {
      failing: 'the office is lost: the ads stay as they are',
      again: 'the office is back',
    });
    let hasFollowed = false;
    let heardAt = began;
    for (let retry = firstRetryMs; !signal.aborted; retry = Math.min(retry * 2, last)) {
      all = null;
      saysTime = false;
      try {
        for await (const line of followOffice(position, signal)) {
          await take(line);
          outage.works();
          heardAt = performance.now();
          hasFollowed = true;
          if (signal.aborted) break;
          if (line.kind === 'current') retry = firstRetryMs;
        }
      } catch (error) {
        const isEarly = !hasFollowed && performance.now() - began < startingMs;
        if (!signal.aborted && !isEarly) outage.fails(error, undefined, heardAt);
        failing = true;
        isLost = true;
        isSilent = (error as NodeJS.ErrnoException).code === silentOffice;
        isCurrent = false;
        if (isEdge && position) snapshot.fallBehind();
        office = { ...office, troubles: [] };
      }
      await pause(retry, undefined, { signal }).catch(() => {});
    }
    whole.resolve();
  }

  return {
    start() {
      running = run();
      return whole.promise;
    },
    heard: heard.promise,
    async stop() {
      stopping.abort();
      await running;
    },
    resume(index, from, ageMs) {
      snapshot.replaceAll(index, 'file');
      currentAt = performance.now() - ageMs;
      position = from;
      failing = true;
    },
    listen(next) {
      listener = next;
    },
    position: () => (isBetween ? null : position),
    status: () => ({
      ready: snapshot.loaded,
      failing,
      isLost,
      isSilent,
      apps: snapshot.size,
      lagMs: currentAt === null ? null : Math.round(performance.now() - currentAt),
      ...office,
    }),
  };
}
