import type { Db } from '../../db/schema.ts';
import type { Job } from '../../jobs/job.ts';
import { hourMs } from '../../kit/clock.ts';
import { compareDays } from './traffic.comparing.service.ts';
import { addUpByOwner } from './traffic.totals.service.ts';

/** The job that adds up traffic and compares it. */
export const trafficJob = (db: Db, trafficDays: number): Job => ({
  name: 'traffic',
  everyMs: hourMs,
  on: 'trafficAt',
  needs: [],
  async work({ now, isOver }) {
    await addUpByOwner(db, { now, trafficDays }, isOver);
    await compareDays(db, { now, trafficDays }, isOver);
  },
  words: { failing: 'traffic could not be worked out', again: 'traffic is worked out again' },
});
