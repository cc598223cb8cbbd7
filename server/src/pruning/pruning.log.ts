import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../db/schema.ts';
import * as store from './pruning.log.store.ts';

/** What is kept of the log: entries since `before` (epoch ms), and of all people together so many. */
export type KeptLog = { before: number; rows: number };

const entriesAtOnce = 500;

/**
 * Deletes the entries of the log that are too old or too many; returns how many. When there are too many, the people who
 * made the most lose their oldest ones, until all of these have equally many. Who made fewer loses nothing, so what one
 * person writes never costs another one's history. Needed entries stay (`store.spareEntries`), also when these alone are
 * too many.
 */
export async function pruneLog(db: Db, { before, ...kept }: KeptLog): Promise<number> {
  let all = await prune(db, { before }, Number.POSITIVE_INFINITY);
  const people = await store.logOfPeople(db);
  const level = levelFor(
    people.map(({ rows }) => rows),
    kept.rows,
  );
  for (const { actorId, rows } of people) {
    if (rows > level) all += await prune(db, { actorId }, rows - level);
  }
  return all;
}

/** Deletes the oldest spare entries of a kind until `excess` of them are gone, in small transactions. */
async function prune(db: Db, which: store.Which, excess: number): Promise<number> {
  let all = 0;
  let after = 0;
  while (all < excess) {
    const limit = Math.min(entriesAtOnce, excess - all);
    const seqs = await store.spareEntries(db, which, { after, limit });
    if (seqs.length === 0) break;
    await store.deleteEntries(db, seqs);
    all += seqs.length;
    after = seqs.at(-1) ?? after;
    await pause(20);
  }
  return all;
}

/** The most that each person may keep so that all together keep at most `kept`. */
export function levelFor(amounts: number[], kept: number): number {
  const smallestFirst = amounts.toSorted((a, b) => a - b);
  let left = kept;
  for (const [index, amount] of smallestFirst.entries()) {
    // What is left, divided among those with as much as this one or more.
    const share = Math.floor(left / (smallestFirst.length - index));
    if (amount > share) return share;
    left -= amount;
  }
  return Number.POSITIVE_INFINITY;
}
