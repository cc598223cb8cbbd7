import type { Tx } from '../db/schema.ts';
import { dayMs, dayOf } from '../kit/clock.ts';
import * as store from './pruning.store.ts';
import type { Kept, PruningRule, PruningRun } from './rule.ts';

/* The usual forms of rules. A feature gives them the names of its tables. */

/** Returns the time (epoch ms) since which something is kept for so many days. */
export const keptSince = ({ now }: PruningRun, days: number): number => now - days * dayMs;

/** Deletes the rows that are older than so many days; returns how many. */
export const pruneOlder = (run: PruningRun, days: number, rows: store.AgingRows): Promise<number> =>
  run.slices.repeat((tx, most) =>
    store.deleteOlder(tx, rows, { before: keptSince(run, days), most }),
  );

/** Makes the rule of rows that have a time of their own. */
export const olderThan = (
  kind: string,
  days: (kept: Kept) => number,
  rows: store.AgingRows,
): PruningRule => ({ kind, prune: (run) => pruneOlder(run, days(run.kept), rows) });

/** Returns the first of the kept days (epoch ms); today is one of them. */
export const firstDayOf = ({ now }: PruningRun, days: number): number =>
  dayOf(now) - (days - 1) * dayMs;

/** Makes the rule of counts by time. `first` returns the first time that is kept. */
export const countsBefore = (
  kind: string,
  first: (run: PruningRun) => number,
  counts: store.Counts,
): PruningRule => ({
  kind,
  prune: (run) =>
    run.slices.repeat((tx, most) => store.deleteCounts(tx, counts, { before: first(run), most })),
});

/** Finds some and deletes them in slices, until none is found; returns how many. */
export async function pruneFound<Key>(
  { slices }: PruningRun,
  find: () => Promise<Key[]>,
  remove: (tx: Tx, some: Key[]) => Promise<unknown>,
): Promise<number> {
  for (let all = 0; ; ) {
    const found = await find();
    if (found.length === 0) return all;
    all += await slices.each(found, async (tx, some) => void (await remove(tx, some)));
  }
}

/** The kinds of `limits.kept` that have a limit for each person. */
type EndedKind = 'pauses' | 'changeRequests' | 'batches';

/** Finds the ids of things that ended too long ago, or that are too many or too long of one person. */
export function endedIds(run: PruningRun, kind: EndedKind, things: store.EndedThings) {
  const { days, ofPerson } = run.kept[kind];
  return store.endedIds(run.db, things, {
    before: keptSince(run, days),
    ofPerson,
    bytes: run.endedBytes,
  });
}

/** Makes the rule of things that end at some time. */
export const ended = (kind: EndedKind, things: store.EndedThings): PruningRule => ({
  kind,
  prune: (run) =>
    pruneFound(
      run,
      () => endedIds(run, kind, things),
      (tx, ids) => store.deleteEnded(tx, things.table, ids),
    ),
});
