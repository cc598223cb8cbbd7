import type { Quota } from '../../quotas/quotas.ts';
import { countActivePauses, countPausedApps } from './pauses.store.ts';

/** How many pauses a person may have begun that have not ended. */
export const pausesQuota: Quota = {
  kind: 'pauses',
  count: countActivePauses,
  refusal: (most) => `You have ${most} active pauses: end some first`,
};

/** How many apps these pauses may name. */
export const pausedAppsQuota: Quota = {
  kind: 'pausedApps',
  count: countPausedApps,
  refusal: (most) => `You may name ${most} applications in active pauses: end some first`,
};
