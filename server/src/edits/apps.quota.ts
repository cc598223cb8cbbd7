import type { Quota } from '../quotas/quotas.ts';
import { countApps } from './apps.store.ts';
import { tooManyApps } from './edits.plan.policy.ts';

/** How many apps an owner may have, unless APPS_PER_OWNER says otherwise. */
export const appsQuota: Quota = {
  kind: 'apps',
  count: countApps,
  refusal: (most) => tooManyApps('You have', most),
};
