import { limits } from '@adwarden/contract/limits';
import { addEvent } from '../../changes/unlogged-events.store.ts';
import { inWriteTurn } from '../../db/commit-order.ts';
import type { Db } from '../../db/schema.ts';
import { dayMs } from '../../kit/clock.ts';
import { warningsDue } from './api-keys.policy.ts';
import { keysToWarn, noteWarnings } from './api-keys.store.ts';

/** The most keys that one transaction warns of: other writers wait for it. */
const most = 100;

/**
 * Builds the warnings before the end of keys: each is an event, `limits.apiKeys.warnDays` before the end, once each, whatever
 * node looks. A key that was turned off gets none.
 */
export function createKeyWarnings({ db }: { db: Db }): () => Promise<void> {
  const days = limits.apiKeys.warnDays.toSorted((one, other) => other - one);

  /** Warns of some keys; returns whether there may be more. */
  async function warn(withinDays: number, warnings: number): Promise<boolean> {
    const within = { withinMs: withinDays * dayMs, warnings, most };
    // Nearly always there are none: then no writer waits.
    if ((await keysToWarn(db, { ...within, most: 1 })).length === 0) return false;
    return inWriteTurn(db, async (tx) => {
      const keys = await keysToWarn(tx, within);
      if (keys.length === 0) return false;
      for (const { id, name, kind, accountId, endsAt, leftMs } of keys) {
        const daysLeft = Math.max(1, Math.ceil(leftMs / dayMs));
        const facts = { name, endsAt, days: daysLeft, personKind: kind, personId: accountId };
        await addEvent(tx, { type: 'key.ends', key: id, facts });
      }
      // A key that was not looked at for a while gets one warning, not two at once.
      await noteWarnings(
        tx,
        keys.map(({ id }) => id),
        warnings,
      );
      return keys.length === most;
    });
  }

  return async () => {
    // The last warning comes first, because it spares the ones before it.
    for (const withinDays of days.toReversed()) {
      while (await warn(withinDays, warningsDue(withinDays * dayMs)));
    }
  };
}
