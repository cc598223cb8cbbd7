import type { Db } from '../db/schema.ts';
import type { TimeKeeper } from '../db/time-keeper.ts';
import type { WorkingOffice } from '../feature.ts';
import type { Job } from '../jobs/job.ts';
import type { Logger } from '../kit/logger.ts';
import { pruningJob } from '../pruning/pruning.ts';
import type { Features } from './compose-features.ts';
import { pruningRules } from './pruning-rules.ts';

/** Lists all jobs of an office: its own, those of the features and those of the channels. Their names are different. */
export function officeJobs(deps: {
  db: Db;
  time: Pick<TimeKeeper, 'keep'>;
  trafficDays: number;
  features: Features;
  channels: readonly Job[];
  office: WorkingOffice;
  logger: Logger;
}): readonly Job[] {
  const { db, time, trafficDays, features, channels, office, logger } = deps;
  const keptTime: Job = {
    name: 'kept time',
    everyMs: 60_000,
    on: 'each node',
    needs: [],
    work: time.keep,
    words: { failing: 'the time could not be kept', again: 'the time is kept again' },
  };
  return [
    keptTime,
    pruningJob(db, pruningRules, { trafficDays, logger }),
    ...features.jobs(office),
    ...channels,
  ];
}
