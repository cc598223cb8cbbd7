import { join } from 'node:path';
import { createAdsIndex } from '../ads/answers/ads.index.ts';
import { createAdsSnapshot } from '../ads/answers/ads.snapshot.ts';
import { callerKinds } from '../ads/callers/caller.part.ts';
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
/** The same while usage waits on the disk: there each write changes a row of each requested app. */
const writeWaitingMs = 60_000;

export type Ads = ReturnType<typeof composeAds>;

/** Builds everything that answers ads, from memory. Nothing is known before `resume` or `start`. */
export function composeAds(parts: {
  settings: Pick<Settings, 'dataDir' | 'adsMaxAge' | 'workers' | 'countryHeader'>;
  /** The number of this process, from 1. */
  number: number;
  /** An office; the `host` of one that is elsewhere makes this an edge. */
  office: Office & { host?: () => string };
  callers: Callers;
  /** Milliseconds between two writes of the usage; undefined: as usual. */
  writeUsageEvery: number | undefined;
  /** Whether this disk has room for the last good ads. */
  hasRoom: () => boolean;
  connections: Pick<ConnectionLimit, 'openFiles' | 'refused'>;
  clock: Clock;
  /** Milliseconds by a clock that nobody can set; another one is for tests. */
  runClock?: Clock | undefined;
  logger: Logger;
}) {
  const { settings, office, callers, writeUsageEvery, hasRoom, connections, logger } = parts;
  const file = join(settings.dataDir, lastGoodName);
  const snapshot = createAdsSnapshot();
  const time = createAdsTime({ clock: parts.clock, runClock: parts.runClock });
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
    ...{ folder: settings.dataDir, number: parts.number, processes: settings.workers },
    ...{ send: office.addUsage, logger },
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
    ...{ snapshot, pauses, time, callers, watched, isEdge, logger },
  });
  let isResumed = false;
  let keeping: AdsKeeping | null = null;

  return {
    endpoint: adsRoute({
      ...{ snapshot, counters, usage, callers, pauses, watched, time, logger },
      maxAge: settings.adsMaxAge,
      countryHeader: settings.countryHeader,
    }),
    /** What this process says of itself. */
    report: () => readReport({ counters, callers, connections, lagMs: follower.status().lagMs }),

    /** What `/metrics` says of the answers. */
    figures: {
      outcomes: () => counters.outcomes,
      oldTokens: () => counters.oldTokens,
      apps: () => follower.status().apps,
      callers: () =>
        callerKinds.map((kind, place) => ({ ...kind, count: counters.callers[place] ?? 0 })),
      lookups: callers.counts,
      countriesBuiltAt: () => callers.sources().databaseBuiltAt,
      lagMs: () => follower.status().lagMs,
      lastGoodBehindMs: () => keeping?.behindMs() ?? 0,
      office: office.host ?? (() => ''),
    } satisfies AdsFigures,

    /** `ready`: ads are answered. `failing`: what is known may be old. `troubles`: those of the office, in words. */
    status() {
      const { ready, ...more } = follower.status();
      return { ready: ready && pauses.known, isLoaded: ready, ...more };
    },

    /**
     * Begins with the last good ads of this disk; false when there are none. Throws the error of a file that is damaged. It
     * holds up the process: to be called before anything is served.
     */
    async resume(): Promise<boolean> {
      const index = createAdsIndex();
      const head = readLastGood(file, index);
      if (!head) return false;
      pauses.use(head.pauses);
      time.resume(head.time ?? undefined);
      follower.resume(index, head.position);
      isResumed = true;
      logger.info({ apps: index.size, seq: head.position?.seq }, 'read the last good ads');
      return true;
    },

    /** Begins or ends the emergency stop of this machine. */
    stopAll: pauses.stopAll,

    /** Keeps the last good ads on this disk from now on. */
    keep(): void {
      keeping = keepLastGood({
        ...{ file, isResumed, follower, snapshot, pauses, time, hasRoom, logger },
      });
    },

    /** Counts, and hands the counts on, from now on. */
    count: usageWriter.start,

    /** Follows the office; resolves when all is loaded. */
    start: follower.start,

    /** Resolves when the office has answered for the first time, also when it cannot tell the ads. */
    heard: follower.heard,

    /** Hands on what was counted, within so many milliseconds. To be called when no phone is answered any more. */
    async stopCounting(patienceMs?: number): Promise<void> {
      await usageWriter.stop(patienceMs);
      await waitingUsage.stop();
    },

    async stop(): Promise<void> {
      callers.stop();
      await Promise.all([follower.stop(), answerWriter.stop(), keeping?.stop()]);
    },
  };
}
