import type { Quota } from '../../quotas/quotas.ts';
import { countOpenRequests } from './change-requests.store.ts';

/** How many change requests of a person may wait. */
export const changeRequestsQuota: Quota = {
  kind: 'changeRequests',
  count: countOpenRequests,
  refusal: (most) => `This account has ${most} open change requests, as many as it may have`,
};
