import type { AdsPauses } from '../ads/pauses/ads.pauses.ts';
import type { ChangesFeed } from '../changes/changes.feed.ts';
import type { Db } from '../db/schema.ts';
import type { TimeKeeper } from '../db/time-keeper.ts';
import type { Clock } from '../kit/clock.ts';
import type { Logger } from '../kit/logger.ts';
import type { AppsSource } from '../stream/stream.apps.ts';
import type { OfficeOf } from '../stream/stream.http.ts';
import { readPauses } from '../stream/stream.pauses.store.ts';
import type { Reports } from '../stream/stream.reports.ts';
import { readState } from '../stream/stream.state.ts';
import { createStream } from '../stream/stream.ts';
import type { Features } from './compose-features.ts';

/**
 * Builds the office as each process that answers ads sees it. The office, too, knows everything that the stream reads of
 * pauses.
 */
export function composeStream(deps: {
  db: Db;
  feed: ChangesFeed;
  apps: AppsSource;
  pauses: AdsPauses;
  time: Pick<TimeKeeper, 'take' | 'told'>;
  features: Pick<
    Features,
    'readForCallers' | 'readWatched' | 'storeAnswers' | 'takeUsage' | 'edgeReports'
  >;
  reports: Pick<Reports, 'take'>;
  /** Tells whether everything stored now would be lost: then the processes keep their usage. */
  isDatabaseLost: () => boolean;
  clock: Clock;
  logger: Logger;
}): OfficeOf {
  const { db, feed, apps, pauses, features, reports } = deps;
  const { storeAnswers, takeUsage, edgeReports } = features;
  const { isDatabaseLost, time, clock, logger } = deps;
  const now = () => time.told()?.now ?? clock();
  const stateOf = <State>(what: string, read: () => Promise<State>) =>
    readState({ what, read, logger });
  const follow = createStream({
    apps,
    pauses: stateOf('the pauses', async () => {
      const read = await readPauses(db);
      pauses.use(read.pauses);
      time.take(read.time);
      return read;
    }),
    callers: stateOf('the settings of callers', features.readForCallers),
    watched: stateOf('the watched apps', features.readWatched),
    feed,
    logger,
  });
  return (sender, edge) => ({
    follow: (from, signal) => follow(from, signal, !edge),
    async addUsage(part) {
      if (isDatabaseLost()) throw new Error('the files of the database are gone');
      await takeUsage(part, edge?.name);
    },
    storeAnswers: (answers) =>
      storeAnswers(answers.map((one) => ({ ...one, answeredAt: Math.min(one.answeredAt, now()) }))),
    async report(report) {
      reports.take(sender, report);
      if (edge) await edgeReports.take({ ...edge, lagMs: report.lagMs });
    },
    async signOff() {
      if (edge) await edgeReports.signOff(edge);
    },
  });
}
