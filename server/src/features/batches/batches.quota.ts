import type { Quota } from '../../quotas/quotas.ts';
import { countLoggedBytes, countRunningBatches } from './batches.quota.store.ts';

/** Says that a person's changes fill the log. */
export const fullLog = (whose: string, most: number): string =>
  `${whose} changes of the last 24 hours fill ${most / 1024 ** 2} MB of the log`;

/** How many batches of a person may run at once. */
export const runningBatchesQuota: Quota = {
  kind: 'runningBatches',
  count: countRunningBatches,
  refusal: (most) => `${most} of your bulk changes still run: wait for one of them`,
};

const logged = {
  count: countLoggedBytes,
  refusal: (most: number) => `${fullLog('Your', most)}: start this later`,
};

/** How much a person's changes may fill in the log before no batch starts. */
export const loggedBytesQuota: Quota = { kind: 'loggedBytes', ...logged };

/** The same for the undo of a batch. */
export const loggedBytesOfUndoQuota: Quota = { kind: 'loggedBytesOfUndo', ...logged };
