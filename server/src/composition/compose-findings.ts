import type { Reached } from '@adwarden/contract/envelope';
import type { AdsReport } from '../ads/following/ads.report.ts';
import type { Backups } from '../backups/backups.ts';
import { type AfterWriting, createChangeLog } from '../changes/change-log.ts';
import type { ChangesFeed } from '../changes/changes.feed.ts';
import { logWritten } from '../changes/logged-changes.ts';
import type { DataFolder } from '../data-folder.ts';
import type { Db } from '../db/schema.ts';
import { createJudging } from '../features/findings/judging/judging.service.ts';
import { judgeEachWrite } from '../features/findings/judging/written.service.ts';
import { continuePauses } from '../features/pauses/pauses.continuing.service.ts';
import { requestsByCaller, trafficOf } from '../features/usage/usage.traffic.store.ts';
import type { ReadInstallation } from '../installation.ts';
import type { Clock } from '../kit/clock.ts';
import type { Logger } from '../kit/logger.ts';
import type { Reports } from '../stream/stream.reports.ts';

/** Builds the log of changes, and what looks at every app that is written through it: pauses and findings. */
export function composeChangeLog(
  db: Db,
  feed: Pick<ChangesFeed, 'announce'>,
  clock: Clock,
  logger: Logger,
  noteReached?: (reached: Reached) => void,
) {
  const judging = createJudging({ trafficOf, requestsOf: requestsByCaller });
  const judge = judgeEachWrite(judging, logger);
  const afterWriting: AfterWriting = async (write, things) => {
    await continuePauses(write, things);
    await judge(write, things);
  };
  const noteWritten = logWritten(logger);
  const changeLog = createChangeLog(db, feed, clock, afterWriting, noteReached, noteWritten);
  return { judging, changeLog };
}

/** Before any process that answers ads has said something of itself. */
const nothing: AdsReport = {
  callers: { known: 0, unknown: 0 },
  vpn: { answered: 0, failed: 0 },
  vpnTrouble: '',
  databaseBuiltAt: 0,
  usesDatabase: false,
  connections: { openFiles: null, refused: 0 },
  lagMs: null,
};

/** Builds what reads the state of the installation: its counts are those since the last call. */
export function createInstallationReader(deps: {
  reports: Pick<Reports, 'sinceLast'>;
  dataFolder: Pick<DataFolder, 'trouble' | 'lost'>;
  backups: Pick<Backups, 'state'> | null;
}): () => ReadInstallation {
  const { reports, dataFolder, backups } = deps;
  return () => ({
    ...(reports.sinceLast() ?? nothing),
    folderTrouble: dataFolder.lost() ? '' : dataFolder.trouble(),
    backups: backups?.state() ?? null,
  });
}
