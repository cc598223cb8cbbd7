import type { Job } from '../../jobs/job.ts';
import type { AppAdsChecks } from './app-ads.check.service.ts';

/** Milliseconds between two looks for sites whose last check was a day ago. */
const everyMs = 5 * 60_000;

/** The job that checks the sites of accounts. */
export const sitesJob = ({ checkDue }: Pick<AppAdsChecks, 'checkDue'>): Job => ({
  name: 'sites',
  everyMs,
  on: 'sitesCheckedAt',
  gapMs: everyMs / 2,
  needs: ['disk'],
  work: ({ now }) => checkDue(now),
  words: {
    failing: 'checking the sites of accounts failed',
    again: 'the sites of accounts are checked again',
  },
});
