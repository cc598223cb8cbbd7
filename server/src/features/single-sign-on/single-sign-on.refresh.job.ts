import type { Job } from '../../jobs/job.ts';
import type { Refreshing } from './single-sign-on.refresh.service.ts';

/** Milliseconds between two looks for sessions about which the provider must be asked. */
const everyMs = 60_000;

/** The job that asks the provider again about open sessions (ADR 144). */
export const refreshJob = ({ run }: Pick<Refreshing, 'run'>): Job => ({
  name: 'sessions of single sign-on',
  everyMs,
  on: 'signOnAskedAt',
  needs: ['disk'],
  work: run,
  words: {
    failing: 'asking the provider of single sign-on about sessions failed',
    again: 'the provider of single sign-on is asked about sessions again',
  },
});
