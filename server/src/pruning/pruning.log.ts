import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../db/schema.ts';
import * as store from './pruning.log.store.ts';

/** What is kept of the log: entries since `before` (epoch ms), and of all people together so many and so many bytes. */
export type KeptLog = { before: number; rows: number; bytes: number };

const entriesAtOnce = 500;
/** A transaction ends with the entry that reaches this. */
const bytesAtOnce = 8 * 1024 * 1024;

/** What a deleted entry is less of. */
const measures = { rows: () => 1, bytes: ({ bytes }: store.SpareEntry) => bytes };

/**
 * Deletes the entries of the log that are too old or too many; returns how many. When there are too many, or too many
 * bytes, the people who made the most lose their oldest ones, until all of these have equally much. Who made less loses
 * nothing, so what one person writes never costs another one's history. Needed entries stay (`store.spareEntries`), also when these alone are
 * too many.
 */
export async function pruneLog(db: Db, { before, ...kept }: KeptLog): Promise<number> {
  let all = await prune(db, { before }, Number.POSITIVE_INFINITY);
  for (const measure of ['rows', 'bytes'] as const) {
    const people = await store.logOfPeople(db);
    const level = levelFor(
      people.map((person) => person[measure]),
      kept[measure],
    );
    for (const { actorId, [measure]: amount } of people) {
      if (amount > level) all += await prune(db, { actorId }, amount - level, measures[measure]);
    }
  }
  return all;
}

/** Deletes the oldest spare entries until `excess` is gone, in small transactions; returns how many. */
async function prune(
  db: Db,
  which: store.Which,
  excess: number,
  measure: (entry: store.SpareEntry) => number = measures.rows,
): Promise<number> {
  let all = 0;
  let gone = 0;
  let after = { at: 0, seq: 0 };
  while (gone < excess) {
    const oldest = await store.spareEntries(db, which, { after, limit: entriesAtOnce });
    const seqs: number[] = [];
    let bytes = 0;
    for (const entry of oldest) {
      if (gone >= excess || bytes >= bytesAtOnce) break;
      seqs.push(entry.seq);
      after = entry;
      gone += measure(entry);
      bytes += entry.bytes;
    }
    if (seqs.length === 0) break;
    await store.deleteEntries(db, seqs);
    all += seqs.length;
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
