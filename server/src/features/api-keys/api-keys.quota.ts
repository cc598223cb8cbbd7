import type { Quota } from '../../quotas/quotas.ts';
import { countApiKeys } from './api-keys.store.ts';

/** How many API keys of a person may be valid. */
export const apiKeysQuota: Quota = {
  kind: 'apiKeys',
  count: countApiKeys,
  refusal: (most) => `You have ${most} API keys: end some first`,
};
