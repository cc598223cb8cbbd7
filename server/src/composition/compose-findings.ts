import { callerKinds } from '../ads/callers/caller.part.ts';
import type { CallerSources, Callers } from '../ads/callers/caller.ts';
import type { AdsCounters } from '../ads/endpoint/ads.counters.ts';
import { createChangeLog } from '../changes/change-log.ts';
import type { ChangesFeed } from '../changes/changes.feed.ts';
import type { DataFolder } from '../data-folder.ts';
import type { Db } from '../db/schema.ts';
import { createJudging } from '../features/findings/judging/judging.service.ts';
import { judgeEachWrite } from '../features/findings/judging/written.service.ts';
import type { ReadInstallation } from '../features/findings/rules/installation.ts';
import { continuePauses } from '../features/pauses/pauses.continuing.service.ts';
import { trafficOf } from '../features/usage/usage.traffic.store.ts';
import type { ConnectionLimit } from '../front/connection-limit.ts';
import type { Clock } from '../kit/clock.ts';
import type { Logger } from '../kit/logger.ts';

/** Builds the log of changes, and what looks at every app that is written through it: pauses and findings. */
export function composeChangeLog(
  db: Db,
  feed: Pick<ChangesFeed, 'announce'>,
  clock: Clock,
  logger: Logger,
) {
  const judging = createJudging({ trafficOf });
  const judge = judgeEachWrite(judging, logger);
  const changeLog = createChangeLog(db, feed, clock, async (write, things) => {
    await continuePauses(write, things);
    await judge(write, things);
  });
  return { judging, changeLog };
}

/** Builds what reads the state of the installation: its counts are those since the last call. */
export function createInstallationReader(parts: {
  counters: Pick<AdsCounters, 'callers'>;
  callers: Pick<Callers, 'counts' | 'sources'>;
  dataFolder: Pick<DataFolder, 'trouble'>;
  connections: Pick<ConnectionLimit, 'openFiles' | 'refused'>;
}): () => ReadInstallation {
  const { counters, callers, dataFolder, connections } = parts;
  const countNow = () => {
    const of = (country: string) =>
      callerKinds.reduce(
        (sum, kind, place) =>
          kind.country === country ? sum + (counters.callers[place] ?? 0) : sum,
        0,
      );
    const { answered, failed, late, skipped, overBudget } = callers.counts().vpnapi;
    const unanswered = failed + late + skipped + overBudget;
    const refused = connections.refused();
    return { known: of('known'), unknown: of('unknown'), answered, unanswered, refused };
  };
  let before = { known: 0, unknown: 0, answered: 0, unanswered: 0, refused: 0 };

  return () => {
    const now = countNow();
    const { settings, databaseBuiltAt, trouble }: CallerSources = callers.sources();
    const { known, unknown, answered, unanswered, refused } = before;
    before = now;
    return {
      callers: { known: now.known - known, unknown: now.unknown - unknown },
      vpn: { answered: now.answered - answered, failed: now.unanswered - unanswered },
      vpnTrouble: trouble.vpnapi,
      databaseBuiltAt,
      usesDatabase: settings.apiMethod === '' || settings.apiMethod === 'local',
      folderTrouble: dataFolder.trouble(),
      connections: { openFiles: connections.openFiles, refused: now.refused - refused },
    };
  };
}
