import type { Db } from '../../db/schema.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import { pruneUsageHourly } from './usage.pruning.service.ts';
import { addUsage } from './usage.store.ts';
import { createUsageWriter, type UsageWriterParts } from './usage.writing.service.ts';

type Parts = {
  db: Db;
  clock: Clock;
  logger: Logger;
  /** Whether this process prunes; only one process of a machine does. */
  prunes: boolean;
} & Pick<UsageWriterParts, 'cut' | 'every'>;

/** Starts writing the counts and pruning old ones; returns the function that stops both within given milliseconds. */
export function keepUsage({ db, clock, logger, cut, every, prunes }: Parts) {
  const writer = createUsageWriter({
    cut,
    add: (day, sums) => addUsage(db, day, sums),
    clock,
    logger,
    every,
  });
  const stopPruning = prunes ? pruneUsageHourly(db, clock, logger) : () => {};
  writer.start();
  return async (patienceMs?: number): Promise<void> => {
    stopPruning();
    await writer.stop(patienceMs);
  };
}
