import type { Db } from '../db/schema.ts';
import * as store from './pruning.store.ts';
import type { Slices } from './slices.ts';

/** Deletes batches or previews, in slices: first the rows of their apps. Returns how many. */
export async function deleteBatches(slices: Slices, ids: string[]): Promise<number> {
  for (const id of ids) await slices.repeat((tx, most) => store.deleteBatchApps(tx, id, most));
  return slices.each(ids, (tx, some) => store.deleteEnded(tx, 'batches', some));
}

/** Trims ended batches: from then on their rows hold only what their undo needs and their page shows. Returns how many. */
export async function trimBatches(db: Db, slices: Slices): Promise<number> {
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
