import type { Db } from '../db/schema.ts';
import { lookMs } from '../features/app-ads/app-ads.check.service.ts';
import { isLargeRunning } from '../features/batches/batches.store.ts';
import { carryOutBatches } from '../features/batches/running/batches.due.service.ts';
import { applyWhenDue } from '../features/change-requests/change-requests.due.service.ts';
import { judgeHourly, type RunParts } from '../features/findings/judging/run.service.ts';
import { watchPauseEnds } from '../features/pauses/pauses.expiring.service.ts';
import type { PausesService } from '../features/pauses/pauses.service.ts';
import { workOutTrafficHourly } from '../features/traffic/traffic.hourly.service.ts';
import { writeRequestsOfLists } from '../features/usage/usage.list.service.ts';
import { hourly } from '../kit/hourly.ts';
import type { Logger } from '../kit/logger.ts';
import { pruneHourly } from '../pruning/pruning.ts';

/**
 * Starts what a machine does by itself from time to time; of several workers, only the first one does it. Returns the
 * function that ends it.
 */
export function runInBackground(parts: {
  db: Db;
  /** For how many days counts of requests are kept. */
  trafficDays: number;
  logger: Logger;
  pauses: PausesService;
  judging: RunParts['judging'];
  installation: RunParts['installation'];
  /** Applies some scheduled changes whose time has come; returns whether more may be due. */
  applyDue: () => Promise<boolean>;
  /** Carries out some apps of a batch; returns whether any batch runs. */
  runNext: () => Promise<boolean>;
  /** Checks some sites whose last check was a day ago. */
  checkSites: () => Promise<void>;
}): () => Promise<void> {
  const { db, trafficDays, logger, pauses, judging, installation, applyDue, runNext, checkSites } =
    parts;
  const ends = [
    pruneHourly(db, trafficDays, logger),
    workOutTrafficHourly(db, trafficDays, logger),
    judgeHourly(
      {
        ...{ db, judging, installation },
        isBatchRunning: () => isLargeRunning(db),
        writeRequests: (now, isOver) => writeRequestsOfLists(db, now, isOver),
      },
      logger,
    ),
    watchPauseEnds(pauses, logger),
    applyWhenDue({ applyDue, logger }),
    carryOutBatches({ runNext, logger }),
    hourly(
      checkSites,
      (error) => logger.error({ err: error }, 'checking the sites of accounts failed'),
      lookMs,
    ),
  ];
  return async () => void (await Promise.all(ends.map((end) => end())));
}
