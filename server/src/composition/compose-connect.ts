import type { AdsSnapshot } from '../ads/answers/ads.snapshot.ts';
import type { Callers } from '../ads/callers/caller.ts';
import type { AdsPauses } from '../ads/pauses/ads.pauses.ts';
import { createReasonOf } from '../ads/watching/ads.reason.ts';
import { createWatchedApps, type NotedAnswer } from '../ads/watching/ads.watched.ts';
import { createAnswerWriter } from '../ads/watching/ads.watched.writing.ts';
import type { ChangesFeed } from '../changes/changes.feed.ts';
import type { Db } from '../db/schema.ts';
import { createConnect } from '../features/apps/connect/apps.connect.service.ts';
import {
  readWatches,
  storeAnswers,
  type WrittenAnswer,
} from '../features/apps/connect/apps.connect.store.ts';
import { createKnownWatches } from '../features/apps/connect/apps.connect.watches.ts';
import type { Logger } from '../kit/logger.ts';

/** Builds what notes the answers of watched apps, and tells people about them (ADR 42). */
export function composeConnect(parts: {
  db: Db;
  feed: ChangesFeed;
  snapshot: AdsSnapshot;
  pauses: AdsPauses;
  callers: Callers;
  logger: Logger;
}) {
  const { db, feed, snapshot, pauses, callers, logger } = parts;
  const reasonOf = createReasonOf(snapshot, pauses);
  const watches = createKnownWatches();
  const watched = createWatchedApps(pauses.now, () => writer.wake());

  async function asWritten({ appID, at, status, from }: NotedAnswer): Promise<WrittenAnswer> {
    const caller = await callers.find(from, false);
    const hasAds = status === 200 || status === 304;
    const reason = hasAds ? reasonOf(appID, caller) : null;
    const answer = JSON.stringify({ country: caller.country, status, reason });
    return { appID, answeredAt: at, answer };
  }

  const writer = createAnswerWriter({
    take: () => Promise.all(watched.take().map(asWritten)),
    write: (answers) => storeAnswers(db, answers),
    logger,
  });
  return {
    watched,
    connect: createConnect({ db, feed, watches, now: pauses.now }),
    /** The apps that somebody watches. */
    async readWatched(): Promise<string[]> {
      const rows = await readWatches(db);
      watches.use(rows);
      return rows.map(({ appID }) => appID);
    },
    stop: writer.stop,
  };
}
