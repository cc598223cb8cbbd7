import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@adwarden/contract/limits';
import type { Db } from '../db/schema.ts';
import type { Clock } from '../kit/clock.ts';
import { hourly } from '../kit/hourly.ts';
import type { Logger } from '../kit/logger.ts';
import {
  countChanges,
  noisiestThings,
  pruneOldChanges,
  pruneOldestOf,
} from './changes.pruning.store.ts';

const day = 86_400_000;
const entriesAtOnce = 500;

/** The number of things that one round looks at: those with the most entries. */
const thingsAtOnce = 1000;

/** Deletes the entries that are too old or too many, in small transactions so that no write waits long. */
export async function pruneNow(
  db: Db,
  clock: Clock,
  keepRows: number = limits.changes.keepRows,
): Promise<number> {
  const before = clock() - limits.changes.keepDays * day;
  let all = 0;
  for (;;) {
    const pruned = await pruneOldChanges(db, { before, limit: entriesAtOnce });
    all += pruned;
    if (pruned < entriesAtOnce) break;
    await pause(20);
  }
  return all + (await trimTo(db, keepRows));
}

/**
 * Deletes entries until the log has at most `keepRows`. The things with the most entries lose their oldest ones first,
 * so a person who writes a lot loses their own history first. The last entry of a thing stays.
 */
async function trimTo(db: Db, keepRows: number): Promise<number> {
  let all = 0;
  for (;;) {
    const excess = (await countChanges(db)) - keepRows;
    if (excess <= 0) return all;
    const things = await noisiestThings(db, thingsAtOnce + 1);
    // The first thing that this round does not look at. No thing is cut to fewer entries than this one has.
    const floor = Math.max(1, things[thingsAtOnce]?.entries ?? 1);
    const noisiest = things.slice(0, thingsAtOnce);
    const level = levelFor(noisiest, excess, floor);
    let pruned = 0;
    for (const thing of noisiest) {
      let beyond = Math.min(thing.entries - level, excess - pruned);
      while (beyond > 0) {
        const count = Math.min(beyond, entriesAtOnce);
        pruned += await pruneOldestOf(db, thing, count);
        beyond -= count;
        await pause(20);
      }
    }
    if (pruned === 0) return all;
    all += pruned;
  }
}

/** How many entries each thing may keep so that `excess` entries are deleted; at least `floor`. */
function levelFor(things: { entries: number }[], excess: number, floor: number): number {
  const beyond = (level: number) =>
    things.reduce((sum, { entries }) => sum + Math.max(0, entries - level), 0);
  let low = floor;
  let high = things[0]?.entries ?? floor;
  // Searches for the highest level at which enough entries are deleted.
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (beyond(middle) >= excess) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Prunes soon after the start and then every hour; returns the function that ends it. */
export function pruneHourly(db: Db, clock: Clock, logger: Logger): () => void {
  return hourly(
    async () => {
      const entries = await pruneNow(db, clock);
      if (entries > 0) logger.info({ entries }, 'pruned the log of changes');
    },
    (error) => logger.error({ err: error }, 'pruning the log of changes failed'),
  );
}
