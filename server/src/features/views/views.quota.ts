import type { Quota } from '../../quotas/quotas.ts';
import { countViews } from './views.store.ts';

/** How many views a person may have saved. */
export const viewsQuota: Quota = {
  kind: 'views',
  count: countViews,
  refusal: (most) => `You have ${most} views: delete some first`,
};
