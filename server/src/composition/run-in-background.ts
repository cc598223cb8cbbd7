import type { Db } from '../db/schema.ts';
import { lookMs } from '../features/app-ads/app-ads.check.service.ts';
import { isLargeRunning } from '../features/batches/batches.store.ts';
import { carryOutBatches } from '../features/batches/running/batches.due.service.ts';
import { applyWhenDue } from '../features/change-requests/change-requests.due.service.ts';
import { judgeHere } from '../features/findings/judging/here.service.ts';
import { judgeHourly, type RunParts } from '../features/findings/judging/run.service.ts';
import type { Here } from '../features/findings/rules/here.ts';
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
  /** Keeps the time; returns the function that ends it. */
  keepTime: () => () => Promise<void>;
  pauses: PausesService;
  judging: RunParts['judging'];
  installation: RunParts['installation'];
  /** The name of this server among those of the installation, and what only it knows of itself. */
  server: string;
  here: () => Here;
  /** Applies some scheduled changes whose time has come; returns whether more may be due. */
  applyDue: () => Promise<boolean>;
  /** Carries out some apps of a batch; returns whether any batch runs. */
  runNext: () => Promise<boolean>;
  /** Checks some sites whose last check was a day ago. */
  checkSites: () => Promise<void>;
}): () => Promise<void> {
  const { db, trafficDays, logger, pauses, judging, installation, server, here } = parts;
  const { applyDue, runNext, checkSites } = parts;
  const ends = [
    parts.keepTime(),
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
    judgeHere({ db, server, here }, logger),
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
