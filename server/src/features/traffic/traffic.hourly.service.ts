import { onOneNode } from '../../db/claim.ts';
import type { Db } from '../../db/schema.ts';
import { hourly } from '../../kit/hourly.ts';
import type { Logger } from '../../kit/logger.ts';
import { compareDays } from './traffic.comparing.service.ts';
import { addUpByOwner } from './traffic.totals.service.ts';

/** The least milliseconds between two runs: less than the hour after which each node tries again. */
const gapMs = 50 * 60_000;

/** Adds up traffic and compares it, soon after the start and then every hour, on one node; returns the function that stops it. */
export function workOutTrafficHourly(
  db: Db,
  trafficDays: number,
  logger: Logger,
  done = () => {},
): () => void {
  let hasEnded = false;
  const isOver = () => hasEnded;
  const stop = hourly(
    async () => {
      await onOneNode(db, { work: 'trafficAt', gapMs }, async (now) => {
        await addUpByOwner(db, { now, trafficDays }, isOver);
        await compareDays(db, { now, trafficDays }, isOver);
      });
      done();
    },
    (error) => logger.error({ err: error }, 'traffic could not be worked out'),
  );
  return () => {
    hasEnded = true;
    stop();
  };
}
