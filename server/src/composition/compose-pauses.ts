import { isPaused } from '@adwarden/contract/judge';
import { appKey } from '../ads/answers/ads.app-key.ts';
import type { AdsSnapshot } from '../ads/answers/ads.snapshot.ts';
import { readPauses } from '../ads/pauses/ads.pauses.store.ts';
import { createAdsPauses } from '../ads/pauses/ads.pauses.ts';
import type { ChangesFeed } from '../changes/changes.feed.ts';
import { followState } from '../changes/follow-state.ts';
import type { Db } from '../db/schema.ts';
import type { Clock } from '../kit/clock.ts';
import type { Logger } from '../kit/logger.ts';

/** Builds the pauses of this process, and what keeps them as the database has them. */
export function composePauses(parts: {
  db: Db;
  snapshot: AdsSnapshot;
  feed: ChangesFeed;
  clock: Clock;
  logger: Logger;
}) {
  const { db, snapshot, feed, clock, logger } = parts;
  const pauses = createAdsPauses(clock);
  const read = () => readPauses(db);
  const follower = followState({ what: 'the pauses', read, use: pauses.use, feed, logger });
  return {
    pauses,
    start: follower.start,
    stop: follower.stop,
    /** Whether a pause covers the app now, as phones see it. */
    isAppPaused(appID: string): boolean {
      const key = pauses.any ? appKey(appID) : null;
      const app = key && snapshot.head(key);
      return Boolean(app) && isPaused(pauses.covering(appID, app?.scopes ?? ''), pauses.now());
    },
  };
}
