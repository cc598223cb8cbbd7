import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createAdsIndex } from '../ads/answers/ads.index.ts';
import { createAdsSnapshot } from '../ads/answers/ads.snapshot.ts';
import { createCallerFigures } from '../ads/callers/caller.figures.ts';
import type { Callers } from '../ads/callers/caller.ts';
import { createAdsCounters } from '../ads/endpoint/ads.counters.ts';
import type { AdsFigures } from '../ads/endpoint/ads.metrics.ts';
import { adsRoute } from '../ads/endpoint/ads.route.ts';
import { createAdsFollower } from '../ads/following/ads.follower.ts';
import { readReport } from '../ads/following/ads.report.ts';
import type { Office, WatchedAnswer } from '../ads/following/ads.stream.ts';
import { createAdsTime } from '../ads/following/ads.time.ts';
import { type AdsKeeping, keepLastGood } from '../ads/last-good/ads.keeping.ts';
import { lastGoodName, readLastGood } from '../ads/last-good/ads.last-good.file.ts';
import { createAdsPauses } from '../ads/pauses/ads.pauses.ts';
import { createAdsUsage } from '../ads/usage/ads.usage.ts';
import { createWaitingUsage } from '../ads/usage/ads.usage.waiting.ts';
import { createUsageWriter } from '../ads/usage/ads.usage.writing.ts';
import { createReasonOf } from '../ads/watching/ads.reason.ts';
import { createWatchedApps, type NotedAnswer } from '../ads/watching/ads.watched.ts';
import { createAnswerWriter } from '../ads/watching/ads.watched.writing.ts';
import type { ConnectionLimit } from '../front/connection-limit.ts';
import type { Clock } from '../kit/clock.ts';
import type { Logger } from '../kit/logger.ts';
import type { Settings } from '../settings.ts';

/** The pause between two writes of the usage. 100,000 sums take 2 s, so a count is in the database within 10 s. */
const writeUsageMs = 5_000;
/** The same pause while usage waits on the disk: there each write changes a row of each requested app. */
const writeWaitingMs = 60_000;

/** Builds everything that answers ads, from memory. It knows nothing before `resume` or `start`. */
export function composeAds(deps: {
  settings: Pick<Settings, 'dataDir' | 'adsMaxAge' | 'workers' | 'countryHeader'>;
  /** The number of this process, from 1. */
  number: number;
  /** An office; the `host` of one that is elsewhere makes this an edge. */
  office: Office & { host?: () => string };
  callers: Callers;
  /** Milliseconds between two writes of the usage; undefined means the usual pause. */
  writeUsageEvery: number | undefined;
  /** Whether this disk has room for the last good ads. */
  hasRoom: () => boolean;
  connections: Pick<ConnectionLimit, 'openFiles' | 'refused'>;
  clock: Clock;
  /** Milliseconds by a clock that nobody can set; tests give another one. */
  runClock?: Clock | undefined;
  logger: Logger;
}) {
  const { settings, office, callers, writeUsageEvery, hasRoom, connections, logger } = deps;
  const file = join(settings.dataDir, lastGoodName);
  const snapshot = createAdsSnapshot();
  const time = createAdsTime({ clock: deps.clock, runClock: deps.runClock });
  const pauses = createAdsPauses(time.ends);
  const isEdge = office.host !== undefined;
  const counters = createAdsCounters();
  const usage = createAdsUsage();
  const watched = createWatchedApps(time.now, () => answerWriter.wake());
  const reasonOf = createReasonOf(snapshot, pauses);

  async function watchedAnswer({ appID, at, status, from }: NotedAnswer): Promise<WatchedAnswer> {
    const { country, vpn } = await callers.find(from, false);
    const hasAds = status === 200 || status === 304;
    const reason = hasAds ? reasonOf(appID, { country, vpn }) : null;
    return { appID, answeredAt: at, answer: JSON.stringify({ country, status, reason }) };
  }

  const answerWriter = createAnswerWriter({
    take: () => Promise.all(watched.take().map(watchedAnswer)),
    write: office.storeAnswers,
    logger,
  });
  const waitingUsage = createWaitingUsage({
    folder: settings.dataDir,
    number: deps.number,
    processes: settings.workers,
    send: office.addUsage,
    logger,
  });
  const usageWriter = createUsageWriter({
    cut: usage.cut,
    add: waitingUsage.add,
    clock: time.now,
    isTimeKnown: () => time.isKnown,
    logger,
    every: () => (waitingUsage.isWaiting() ? writeWaitingMs : (writeUsageEvery ?? writeUsageMs)),
  });
  const follower = createAdsFollower({
    followOffice: office.follow,
    snapshot,
    pauses,
    time,
    callers,
    watched,
    isEdge,
    logger,
  });
  let isResumed = false;
  let keeping: AdsKeeping | null = null;

  return {
    endpoint: adsRoute({
      snapshot,
      counters,
      usage,
      callers,
      pauses,
      watched,
      time,
      logger,
      maxAge: settings.adsMaxAge,
      countryHeader: settings.countryHeader,
    }),
    /** Returns the report of this process. */
    report: () => readReport({ counters, callers, connections, lagMs: follower.status().lagMs }),

    /** The figures of the answers in `/metrics`. */
    figures: {
      outcomes: () => counters.outcomes,
      oldTokens: () => counters.oldTokens,
      apps: () => follower.status().apps,
      callers: createCallerFigures(() => counters.callers),
      lookups: callers.counts,
      countriesBuiltAt: () => callers.sources().databaseBuiltAt,
      lagMs: () => follower.status().lagMs,
      lastGoodBehindMs: () => keeping?.behindMs() ?? 0,
      office: office.host ?? (() => ''),
    } satisfies AdsFigures,

    /**
     * Returns the state. `ready`: ads are answered. `failing`: the known ads may be old. `troubles`: the office's troubles, in
     * words.
     */
    status() {
      const { ready, ...more } = follower.status();
      return { ready: ready && pauses.known, isLoaded: ready, ...more };
    },

    /**
     * Begins with the last good ads of this disk; false when there are none. Throws the error of a file that is damaged. It
     * blocks the process: call it before anything is served.
     */
    async resume(): Promise<boolean> {
      const index = createAdsIndex();
      const head = readLastGood(file, index);
      if (!head) return false;
      pauses.use(head.pauses);
      time.resume(head.time ?? undefined);
      follower.resume(index, head.position, Math.max(0, deps.clock() - statSync(file).mtimeMs));
      isResumed = true;
      logger.info({ apps: index.size, seq: head.position?.seq }, 'read the last good ads');
      return true;
    },

    /** Begins or ends the emergency stop of this machine. */
    stopAll: pauses.stopAll,

    /** Keeps the last good ads on this disk from now on. */
    keep(): void {
      keeping = keepLastGood({
        file,
        isResumed,
        follower,
        snapshot,
        pauses,
        time,
        hasRoom,
        logger,
      });
    },

    /** Starts to count requests and to send the counts to the office. */
    count: usageWriter.start,

    /** Follows the office; resolves when all is loaded. */
    start: follower.start,

    /** Resolves when the office has answered for the first time, also when it cannot tell the ads. */
    heard: follower.heard,

    /**
     * Sends the last counts to the office, within so many milliseconds. Call it when no phone is answered any more. Returns
     * whether the office has all of them; the rest waits on the disk.
     */
    async stopCounting(patienceMs?: number): Promise<boolean> {
      await usageWriter.stop(patienceMs);
      await waitingUsage.stop();
      return !waitingUsage.isWaiting();
    },

    async stop(): Promise<void> {
      callers.stop();
      await Promise.all([follower.stop(), answerWriter.stop(), keeping?.stop()]);
    },
  };
}
