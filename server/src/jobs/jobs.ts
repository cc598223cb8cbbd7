import { onOneNode } from '../db/claim.ts';
import type { Db } from '../db/schema.ts';
import type { Logger } from '../kit/logger.ts';
import { repeat } from '../kit/repeat.ts';
import type { Job, JobNeed, JobRun } from './job.ts';

/** Jobs with at least this time between two runs do not begin with the start, which has more urgent work. */
const seldomMs = 5 * 60_000;
const firstAfterMs = 10_000;
/** The time after which a job that runs seldom is tried again after a failure. */
const againAfterMs = 60_000;
/** Milliseconds within which nodes that start together do work only once. */
const togetherMs = 20_000;

/** The state of a job in this process. */
export type JobState = Pick<Job, 'name' | 'everyMs' | 'on'> & {
  /** The time of the last success in this process, in epoch milliseconds; null before the first. */
  succeededAt: number | null;
  /** Milliseconds for which the next success is overdue. */
  lateMs: number;
  /** The needs that are missing now. */
  lacks: JobNeed[];
};

export type Jobs = {
  /** Begins jobs; returns the function that ends them. */
  begin(jobs: readonly Job[]): () => Promise<void>;
  states(): JobState[];
};

/** Returns the function that does a job's work if it is this node's, and tells whether there may be more to do at once. */
export function runOf(
  { on, everyMs, gapMs = (everyMs * 5) / 6, isDoneAtStart = false, needs, work }: Job,
  { db, lacks, isOver }: { db: Db; lacks: (need: JobNeed) => boolean } & Pick<JobRun, 'isOver'>,
): () => Promise<boolean> {
  let gap = isDoneAtStart ? togetherMs : gapMs;
  return async () => {
    if (needs.includes('disk') && lacks('disk')) return false;
    if (on === 'each node') return (await work({ now: 0, isOver })) === true;
    const more = await onOneNode(db, { work: on, gapMs: gap }, (now) => work({ now, isOver }));
    gap = gapMs;
    return more === true;
  };
}

/** Builds what runs the jobs of an office. `ran` counts milliseconds and cannot be set; `clock` is the wall clock. */
export function createJobs(deps: {
  db: Db;
  logger: Logger;
  /** Tells whether this need is missing now. */
  lacks: (need: JobNeed) => boolean;
  clock: () => number;
  ran?: () => number;
}): Jobs {
  const { db, logger, lacks, clock, ran = () => performance.now() } = deps;
  const begun = new Map<string, { job: Job; doneAt: number; succeededAt: number | null }>();

  function beginOne(job: Job): () => Promise<void> {
    const state = { job, doneAt: ran(), succeededAt: null as number | null };
    begun.set(job.name, state);
    let isOver = false;
    const work = runOf(job, { db, lacks, isOver: () => isOver });
    const everyMs = job.lookMs ?? job.everyMs;
    const isSeldom = everyMs >= seldomMs;
    const end = repeat({
      async work() {
        const more = await work();
        state.doneAt = ran();
        state.succeededAt = clock();
        return more;
      },
      everyMs,
      ...(isSeldom && { firstAfterMs, againAfterMs }),
      ...(job.onNews && { onNews: job.onNews }),
      logger,
      words: job.words,
    });
    const stop = async () => {
      isOver = true;
      const ended = end();
      // A run of a job that is seldom may take minutes, and what it has not done the next office does.
      if (!isSeldom) await ended;
    };
    return () => (job.stop ? job.stop(stop) : stop());
  }

  return {
    begin(jobs) {
      const ends = jobs.map(beginOne);
      return async () => void (await Promise.all(ends.map((end) => end())));
    },
    states() {
      const at = ran();
      return [...begun.values()].map(({ job, doneAt, succeededAt }) => ({
        name: job.name,
        everyMs: job.everyMs,
        on: job.on,
        succeededAt,
        lateMs: Math.max(0, at - doneAt - job.everyMs),
        lacks: job.needs.filter(lacks),
      }));
    },
  };
}
