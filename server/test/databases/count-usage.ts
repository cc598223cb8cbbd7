import type { Db } from '../../src/db/schema.ts';
import { countedIn, type UsageSum } from '../../src/features/usage/usage.counted.ts';
import { addUsage } from '../../src/features/usage/usage.store.ts';

export type { UsageSum };

/** Counts requests in the hour of a time (epoch ms), as if a process that answers ads had handed them on. */
export function countUsage(db: Db, hour: number, ...sums: UsageSum[]): Promise<void> {
  return db.transaction().execute((tx) => addUsage(tx, countedIn({ hour, sums }, hour)));
}
