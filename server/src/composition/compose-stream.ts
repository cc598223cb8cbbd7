import type { CallerSettings } from '../ads/callers/caller.settings.ts';
import type { AdsPauses } from '../ads/pauses/ads.pauses.ts';
import type { ChangesFeed } from '../changes/changes.feed.ts';
import type { Db } from '../db/schema.ts';
import { storeAnswers } from '../features/apps/connect/apps.connect.store.ts';
import { addUsage } from '../features/usage/usage.store.ts';
import type { Logger } from '../kit/logger.ts';
import type { AppsSource } from '../stream/stream.apps.ts';
import { readPauses } from '../stream/stream.pauses.store.ts';
import { readState } from '../stream/stream.state.ts';
import { createStream } from '../stream/stream.ts';
import type { Office } from './compose-ads.ts';

/** Builds what the ads need of the office. Whatever the stream reads of pauses, the office knows, too. */
export function composeStream(parts: {
  db: Db;
  feed: ChangesFeed;
  apps: AppsSource;
  pauses: AdsPauses;
  readForCallers: () => Promise<CallerSettings>;
  readWatched: () => Promise<string[]>;
  logger: Logger;
}): Office {
  const { db, feed, apps, pauses, readForCallers, readWatched, logger } = parts;
  const stateOf = <State>(what: string, read: () => Promise<State>) =>
    readState({ what, read, logger });
  return {
    follow: createStream({
      apps,
      pauses: stateOf('the pauses', async () => {
        const read = await readPauses(db);
        pauses.use(read.pauses);
        pauses.setTime(read.now);
        return read;
      }),
      callers: stateOf('the settings of callers', readForCallers),
      watched: stateOf('the watched apps', readWatched),
      feed,
      logger,
    }),
    addUsage: (day, sums) => addUsage(db, day, sums),
    storeAnswers: (answers) => storeAnswers(db, answers),
  };
}
