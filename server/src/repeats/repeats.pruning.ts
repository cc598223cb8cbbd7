import { olderThan } from '../pruning/rules.ts';

/** The rule of the keys of calls that were sent before. */
export const repeatsPruning = olderThan(
  'idempotencyKeys',
  ({ idempotencyKeys }) => idempotencyKeys.days,
  { table: 'idempotency_key', key: ['kind', 'accountId', 'key'], at: 'at' },
);
