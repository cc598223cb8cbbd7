import { setTimeout as pause } from 'node:timers/promises';
import { databaseNow } from '../../../db/now.ts';
import type { Db } from '../../../db/schema.ts';
import * as store from '../batches.store.ts';
import type { CarryOutNext } from './batches.run.service.ts';

/** The share of a transaction's time for which its batch rests afterwards: other people write, too. */
const restShare = 0.2;
/** The longest sleep while all batches rest. */
const mostWaitMs = 250;

/**
 * Builds the function that a loop calls to carry out batches. Each call changes the next apps of one batch; the next call
 * takes another batch. If all batches rest, the call only waits, at most `mostWaitMs`. It returns whether any batch runs.
 */
export function createTurns({
  db,
  carryOutNext,
}: {
  db: Db;
  carryOutNext: CarryOutNext;
}): () => Promise<boolean> {
  let lastID = '';
  return async () => {
    const running = await store.runningBatches(db);
    if (running.length === 0) return false;
    const now = await databaseNow(db);
    const ready = running.filter(({ nextAt }) => nextAt <= now);
    const next = ready.find(({ id }) => id > lastID) ?? ready[0];
    if (!next) {
      const first = Math.min(...running.map(({ nextAt }) => nextAt));
      await pause(Math.min(mostWaitMs, first - now));
      return true;
    }
    lastID = next.id;
    await carryOutNext(next.id, restShare);
    return true;
  };
}
