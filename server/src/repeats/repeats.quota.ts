import type { Quota } from '../quotas/quotas.ts';
import { countIdempotencyKeys } from './repeats.store.ts';

/** How many calls of a person are remembered by their keys. */
export const repeatsQuota: Quota = {
  kind: 'idempotencyKeys',
  count: countIdempotencyKeys,
  refusal: (most) =>
    `You have sent ${most} calls with an Idempotency-Key in a day, as many as are kept: send this one without, or later`,
};
