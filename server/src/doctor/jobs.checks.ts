import { counted } from '@adwarden/contract/counted';
import type { JobState } from '../jobs/jobs.ts';
import { dayMs, hourMs, momentInWords } from '../kit/clock.ts';
import { thresholds } from '../thresholds.ts';
import { type Check, fine } from './check.ts';

const needWords = {
  disk: 'waits: there is no room on the disk',
  'believable time': 'holds back what is due by the time: the clock is not believed',
} as const;

/** Writes a length of time: `1 second`, `5 minutes`, `1 hour`. */
function timeInWords(ms: number): string {
  if (ms < 60_000) return counted(Math.max(1, Math.round(ms / 1000)), 'second');
  if (ms < hourMs) return counted(Math.round(ms / 60_000), 'minute');
  return ms < dayMs
    ? counted(Math.round(ms / hourMs), 'hour')
    : counted(Math.round(ms / dayMs), 'day');
}

/** Returns a check for each job of this office. */
export const checkJobs = (jobs: readonly JobState[]): Check[] =>
  jobs.map(({ name, everyMs, on, succeededAt, lateMs, lacks: [lack] }): Check => {
    const last = succeededAt === null ? 'it has not run yet' : `last ${momentInWords(succeededAt)}`;
    const where = on === 'each node' ? '' : ', on one node';
    const every = timeInWords(everyMs).replace(/^1 /, '');
    const what = `Job "${name}": every ${every}${where}; ${last}`;
    const most = Math.min(Math.max(everyMs, thresholds.jobLate.leastMs), thresholds.jobLate.mostMs);
    if (lateMs > most) {
      return {
        name: 'jobs',
        state: 'warning',
        what: `Job "${name}" has not succeeded for ${timeInWords(lateMs + everyMs)}`,
        why: 'What it does waits, for example scheduled changes, findings, deliveries or the deletion of old data.',
        todo: 'Look into the log of the server: it names the error. If it names none, restart the server.',
      };
    }
    if (lack) {
      return {
        name: 'jobs',
        state: 'note',
        what: `Job "${name}" ${needWords[lack]}`,
        why: 'Nothing is lost: it goes on by itself.',
        todo: 'Mend what the check of the disk or of the clock says.',
      };
    }
    return fine('jobs', what);
  });
