import type { Db } from '../../db/schema.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import { addUsage } from './usage.store.ts';
import { createUsageWriter, type UsageWriterParts } from './usage.writing.service.ts';

type Parts = {
  db: Db;
  clock: Clock;
  logger: Logger;
} & Pick<UsageWriterParts, 'cut' | 'every'>;

/** Starts writing the counts; returns the function that stops it within given milliseconds. */
export function keepUsage({ db, clock, logger, cut, every }: Parts) {
  const writer = createUsageWriter({
    cut,
    add: (day, sums) => addUsage(db, day, sums),
    clock,
    logger,
    every,
  });
  writer.start();
  return writer.stop;
}
