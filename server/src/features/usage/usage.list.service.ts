import { setTimeout as pause } from 'node:timers/promises';
import { takeWriteTurn } from '../../db/commit-order.ts';
import type { Db } from '../../db/schema.ts';
import { lastDays } from '../../kit/clock.ts';
import { idCharacters } from '../../kit/ids.ts';
import { differentRequests, setRequests } from './usage.store.ts';
import { listDays } from './usage.table.ts';

/** The number of apps that one transaction writes: writers wait for each transaction. */
const appsAtOnce = 500;
const pauseMs = 10;

/**
 * Writes the requests of the last seven days into the lists of apps, which are sorted by them: only changed numbers, a few at a
 * time. Once an hour is often enough for an order. `isOver` stops it early.
 */
export async function writeRequestsOfLists(
  db: Db,
  now: number,
  isOver: () => boolean = () => false,
): Promise<void> {
  const days = lastDays(now, listDays);
  for (const first of idCharacters) {
    const different = await differentRequests(db, days, first);
    for (let start = 0; start < different.length && !isOver(); start += appsAtOnce) {
      const some = different.slice(start, start + appsAtOnce);
      await db.transaction().execute(async (tx) => {
        await takeWriteTurn(tx);
        await setRequests(tx, some);
      });
      await pause(pauseMs);
    }
    if (isOver()) return;
  }
}
