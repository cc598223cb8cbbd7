import type { Db } from '../db/schema.ts';
import { mergeSome } from '../db/search-merges.ts';
import * as store from './pruning.log.store.ts';
import type { PruningRule } from './rule.ts';
import { keptSince } from './rules.ts';
import { createSlices, type Slices } from './slices.ts';

/** The part of the log that is kept: entries since `before` (epoch ms), and of all people together so many and so many bytes. */
export type KeptLog = { before: number; rows: number; bytes: number };

/** The bytes at which a slice ends: SQLite reads all pages of a long entry to free them. */
const bytesAtOnce = 4 * 1024 * 1024;

/** The most pages of the search index that a slice merges. */
const mostPages = 64;

/** The two sizes of a deleted entry. */
const measures = { rows: () => 1, bytes: ({ bytes }: store.OldEntry) => bytes };

/**
 * Deletes the entries of the log that are too old or too many; returns how many. When there are too many, or too many bytes, the
 * people who made the most lose their oldest ones, until all of these have equally much. Who made less loses nothing, so one
 * person's writes never cost another person's history. Needed entries stay (`store.entriesAfter`), even when these alone are too
 * many.
 */
export async function pruneLog(
  db: Db,
  { before, ...kept }: KeptLog,
  slices = createSlices(db),
): Promise<number> {
  let all = await prune(db, slices, { which: { before }, excess: Number.POSITIVE_INFINITY });
  for (const measure of ['rows', 'bytes'] as const) {
    const people = await store.logOfPeople(db);
    const level = levelFor(
      people.map((person) => person[measure]),
      kept[measure],
    );
    for (const { actorId, [measure]: amount } of people) {
      const excess = amount - level;
      if (excess > 0) all += await prune(db, slices, { which: { actorId }, excess, measure });
    }
  }
  // This also merges the remains of an earlier pruning whose server was killed.
  await mergeSearch(slices);
  return all;
}

/** The rule of the log. It comes after the things whose last entries go with them. */
export const logPruning: PruningRule = {
  kind: 'log',
  prune: (run) =>
    pruneLog(run.db, { ...run.kept.log, before: keptSince(run, run.kept.log.days) }, run.slices),
};

/** Deletes the oldest spare entries until `excess` is gone; returns how many. */
async function prune(
  db: Db,
  slices: Slices,
  {
    which,
    excess,
    measure = 'rows',
  }: { which: store.Which; excess: number; measure?: keyof typeof measures },
): Promise<number> {
  let all = 0;
  let left = excess;
  const pages = slices.pages<store.OldEntry>((last, most) =>
    store.entriesAfter(db, which, { after: last ?? { at: 0, seq: 0 }, most }),
  );
  for await (const page of pages) {
    const spare: store.OldEntry[] = [];
    for (const entry of page) {
      if (left <= 0) break;
      if (!entry.isSpare) continue;
      spare.push(entry);
      left -= measures[measure](entry);
    }
    if (spare.length > 0) {
      all += await deleteEntries(slices, spare);
      await mergeSearch(slices);
    }
    if (left <= 0) break;
  }
  return all;
}

/** Deletes entries in slices; returns how many. */
async function deleteEntries(slices: Slices, entries: store.OldEntry[]): Promise<number> {
  let from = 0;
  return slices.repeat(async (tx, most) => {
    const seqs: number[] = [];
    for (let bytes = 0; seqs.length < most && bytes < bytesAtOnce; ) {
      const entry = entries[from + seqs.length];
      if (!entry) break;
      seqs.push(entry.seq);
      bytes += entry.bytes;
    }
    if (seqs.length > 0) await store.deleteEntries(tx, seqs);
    from += seqs.length;
    return seqs.length;
  });
}

/** Takes deleted entries out of the search index, in slices. */
const mergeSearch = (slices: Slices): Promise<void> =>
  slices.tidy(async (tx, pages) => ((await mergeSome(tx, pages)) ? pages : 0), mostPages);

/** Returns the most that each person may keep so that all together keep at most `kept`. */
export function levelFor(amounts: number[], kept: number): number {
  const smallestFirst = amounts.toSorted((a, b) => a - b);
  let left = kept;
  for (const [index, amount] of smallestFirst.entries()) {
    // The share: the rest, divided among the people who have as much as this one or more.
    const share = Math.floor(left / (smallestFirst.length - index));
    if (amount > share) return share;
    left -= amount;
  }
  return Number.POSITIVE_INFINITY;
}
