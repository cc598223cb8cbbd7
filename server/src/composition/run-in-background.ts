import type { Db } from '../db/schema.ts';
import { keepTimeMs } from '../db/time-keeper.ts';
import { lookMs } from '../features/app-ads/app-ads.check.service.ts';
import { isLargeRunning } from '../features/batches/batches.store.ts';
import { carryOutBatches } from '../features/batches/running/batches.due.service.ts';
import { applyWhenDue } from '../features/change-requests/change-requests.due.service.ts';
import { judgeHere } from '../features/findings/judging/here.service.ts';
import { judgeHourly, type RunDeps } from '../features/findings/judging/run.service.ts';
import type { Here } from '../features/findings/rules/here.ts';
import { watchPauseEnds } from '../features/pauses/pauses.expiring.service.ts';
import type { PausesService } from '../features/pauses/pauses.service.ts';
import { workOutTrafficHourly } from '../features/traffic/traffic.hourly.service.ts';
import { writeRequestsOfLists } from '../features/usage/usage.list.service.ts';
import { hourMs } from '../kit/clock.ts';
import { hourly } from '../kit/hourly.ts';
import type { Logger } from '../kit/logger.ts';
import { type Tasks, watched } from '../kit/tasks.ts';
import { pruneHourly } from '../pruning/pruning.ts';

/** The interval of frequent work, which runs once or twice a second. */
const oftenMs = 1_000;

/** Starts the recurring work of a machine; of several workers, only the first one does it. Returns the function that ends it. */
export function runInBackground(deps: {
  db: Db;
  /** The number of days for which counts of requests are kept. */
  trafficDays: number;
  logger: Logger;
  /** Keeps the time; returns the function that ends it. `done` hears each success. */
  keepTime: (done: () => void) => () => Promise<void>;
  pauses: PausesService;
  judging: RunDeps['judging'];
  installation: RunDeps['installation'];
  /** The name of this server in the installation, and what only this server knows about itself. */
  server: string;
  here: () => Here;
  /** Applies some scheduled changes whose time has come; returns whether more may be due. */
  applyDue: () => Promise<boolean>;
  /** Carries out some apps of a batch; returns whether any batch runs. */
  runNext: () => Promise<boolean>;
  /** Hears of each success, so that a task that has stopped succeeding is noticed. */
  tasks: Pick<Tasks, 'watch'>;
  /** Checks some sites whose last check was a day ago. */
  checkSites: () => Promise<void>;
  /** Warns of API keys that end soon. */
  warnOfKeys: () => Promise<void>;
}): () => Promise<void> {
  const { db, trafficDays, logger, pauses, judging, installation, server, here } = deps;
  const { applyDue, runNext, checkSites, warnOfKeys, tasks } = deps;
  const often = <T>(name: string, work: () => Promise<T>) =>
    watched(tasks, { name, everyMs: oftenMs }, work);
  const ends = [
    deps.keepTime(tasks.watch('kept time', keepTimeMs)),
    pruneHourly(db, trafficDays, logger, tasks.watch('pruning', hourMs)),
    workOutTrafficHourly(db, trafficDays, logger, tasks.watch('traffic', hourMs)),
    judgeHourly(
      {
        db,
        judging,
        installation,
        isBatchRunning: () => isLargeRunning(db),
        writeRequests: (now, isOver) => writeRequestsOfLists(db, now, isOver),
      },
      logger,
      tasks.watch('findings', hourMs),
    ),
    judgeHere({ db, server, here }, logger, tasks.watch('own findings', oftenMs)),
    watchPauseEnds({ endExpired: often('ends of pauses', pauses.endExpired) }, logger),
    applyWhenDue({ applyDue: often('scheduled changes', applyDue), logger }),
    carryOutBatches({ runNext: often('batches', runNext), logger }),
    hourly(
      watched(tasks, { name: 'sites', everyMs: lookMs }, checkSites),
      (error) => logger.error({ err: error }, 'checking the sites of accounts failed'),
      lookMs,
    ),
    hourly(watched(tasks, { name: 'ends of API keys', everyMs: hourMs }, warnOfKeys), (error) =>
      logger.error({ err: error }, 'warning of API keys that end failed'),
    ),
  ];
  return async () => void (await Promise.all(ends.map((end) => end())));
}
