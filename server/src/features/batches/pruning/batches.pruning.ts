import type { Db } from '../../../db/schema.ts';
import { deleteEnded } from '../../../pruning/pruning.store.ts';
import type { PruningRule } from '../../../pruning/rule.ts';
import { endedIds } from '../../../pruning/rules.ts';
import type { Slices } from '../../../pruning/slices.ts';
import * as store from './batches.pruning.store.ts';

/** Deletes batches or previews, in slices: first the rows of their apps. Returns how many. */
export async function deleteBatches(slices: Slices, ids: string[]): Promise<number> {
  for (const id of ids) await slices.repeat((tx, most) => store.deleteBatchApps(tx, id, most));
  return slices.each(ids, (tx, some) => deleteEnded(tx, 'batch', some));
}

/** Trims ended batches: from then on their rows hold only what their undo needs and their page shows. Returns how many. */
async function trimBatches(db: Db, slices: Slices): Promise<number> {
  for (let all = 0; ; all += 1) {
    const id = await store.untrimmedBatch(db);
    if (id === null) return all;
    let bytes = 0;
    for (const outcome of ['changed', 'created', 'unchanged', 'refused'] as const) {
      let from = 0;
      await slices.repeat(async (tx, most) => {
        const first = await store.placeFrom(tx, { id, outcome }, from);
        if (first === null) return 0;
        from = first + most;
        bytes += await store.trimRows(tx, { id, outcome }, { from: first, to: from });
        return most;
      });
    }
    await slices.each([id], (tx) => store.noteTrimmed(tx, id, bytes));
  }
}

/** Finds some batches or previews and deletes them, until none is found; returns how many. */
async function pruneBatches(slices: Slices, find: () => Promise<string[]>): Promise<number> {
  for (let all = 0; ; ) {
    const ids = await find();
    if (ids.length === 0) return all;
    all += await deleteBatches(slices, ids);
  }
}

/** The rules of previews and batches (ADR 37, 44). */
export const batchesPruning: readonly PruningRule[] = [
  {
    kind: 'previews',
    prune: ({ db, slices, now }) => pruneBatches(slices, () => store.expiredPreviews(db, now)),
  },
  { kind: 'trimmedBatches', prune: ({ db, slices }) => trimBatches(db, slices) },
  {
    kind: 'batches',
    prune: (run) => pruneBatches(run.slices, () => endedIds(run, 'batches', store.endedBatches)),
  },
];
