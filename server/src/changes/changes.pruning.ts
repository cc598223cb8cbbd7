import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@adwarden/contract/limits';
import { claim, unclaim } from '../db/claim.ts';
import { databaseNow } from '../db/now.ts';
import type { Db } from '../db/schema.ts';
import { hourly } from '../kit/hourly.ts';
import type { Logger } from '../kit/logger.ts';
import {
  countChanges,
  deleteEntries,
  entriesOfPeople,
  oldestOf,
  pruneOldChanges,
} from './changes.pruning.store.ts';

const day = 86_400_000;
const entriesAtOnce = 500;
/** Less than the hour after which each node prunes again. */
const gapMs = 50 * 60_000;

/**
 * Deletes the entries that are too old by the database's clock, or too many, in small transactions so that no write waits
 * long. Returns how many.
 */
export async function pruneNow(
  db: Db,
  keepRows: number = limits.changes.keepRows,
): Promise<number> {
  const before = (await databaseNow(db)) - limits.changes.keepDays * day;
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
 * Deletes entries until the log has at most `keepRows`. The people who made the most entries lose their oldest ones, so
 * what one person writes never costs another one's history. The last entry of a thing stays.
 */
async function trimTo(db: Db, keepRows: number): Promise<number> {
  let all = 0;
  /** People of whom only last entries are left. Each round prunes something or adds one, so the rounds end. */
  const spent = new Set<string>();
  for (;;) {
    const excess = (await countChanges(db)) - keepRows;
    if (excess <= 0) return all;
    const people = (await entriesOfPeople(db)).filter(({ actorId }) => !spent.has(actorId));
    if (people.length === 0) return all;
    const level = levelFor(people, excess);
    let left = excess;
    for (const { actorId, entries } of people) {
      const beyond = Math.min(entries - level, left);
      const pruned = await pruneOldestOf(db, actorId, beyond);
      all += pruned;
      left -= pruned;
      if (pruned < beyond) spent.add(actorId);
    }
  }
}

/** Deletes the oldest `most` entries of one person, but the last one of each thing stays; returns how many. */
async function pruneOldestOf(db: Db, actorId: string, most: number): Promise<number> {
  let all = 0;
  let after = 0;
  while (all < most) {
    const count = Math.min(most - all, entriesAtOnce);
    const seqs = await oldestOf(db, { actorId, after, count });
    if (seqs.length > 0) await deleteEntries(db, seqs);
    all += seqs.length;
    if (seqs.length < count) break;
    after = seqs.at(-1) ?? after;
    await pause(20);
  }
  return all;
}

/** The most entries that each person may keep so that at least `excess` entries are deleted, if there are so many. */
function levelFor(people: { entries: number }[], excess: number): number {
  const beyond = (level: number) =>
    people.reduce((sum, { entries }) => sum + Math.max(0, entries - level), 0);
  let low = 0;
  let high = people[0]?.entries ?? 0;
  // Searches for the highest level at which enough entries are deleted.
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (beyond(middle) >= excess) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Prunes, unless a node has begun to in the last `gapMs`: two that prune at once would both delete what is too much.
 * Returns how many entries are gone.
 */
export async function pruneOnOneNode(db: Db, keepRows?: number): Promise<number> {
  if ((await claim(db, 'changesPrunedAt', gapMs)) === null) return 0;
  try {
    return await pruneNow(db, keepRows);
  } catch (error) {
    await unclaim(db, 'changesPrunedAt').catch(() => {});
    throw error;
  }
}

/** Prunes soon after the start and then every hour, on one node; returns the function that ends it. */
export function pruneHourly(db: Db, logger: Logger): () => void {
  return hourly(
    async () => {
      const entries = await pruneOnOneNode(db);
      if (entries > 0) logger.info({ entries }, 'pruned the log of changes');
    },
    (error) => logger.error({ err: error }, 'pruning the log of changes failed'),
  );
}
