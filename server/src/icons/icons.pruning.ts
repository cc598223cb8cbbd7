import type { PruningRule, PruningRun } from '../pruning/rule.ts';
import { pruneFound } from '../pruning/rules.ts';
import * as store from './icons.pruning.store.ts';

/** Deletes the icons that nothing refers to; returns how many. */
async function pruneIcons({ db, slices }: PruningRun): Promise<number> {
  let all = 0;
  const pages = slices.pages<{ hash: string; isSpare: boolean }>((last, most) =>
    store.iconsAfter(db, last?.hash ?? '', most),
  );
  for await (const page of pages) {
    const spare = page.filter(({ isSpare }) => isSpare).map(({ hash }) => hash);
    await slices.each(spare, async (tx, some) => {
      all += await store.deleteUnusedIcons(tx, some);
    });
  }
  return all;
}

/** Deletes icons that no app shows, although the log refers to them, of people who have too many bytes of such icons. */
async function pruneUnshownIcons(run: PruningRun): Promise<number> {
  const { db, slices, endedBytes } = run;
  await slices.repeat(store.forgetShownIcons);
  return pruneFound(run, () => store.spareUnshownIcons(db, endedBytes), store.deleteUnshownIcons);
}

/** The rules of icons. They come after the log, which refers to icons. */
export const iconsPruning: readonly PruningRule[] = [
  { kind: 'icons', prune: pruneIcons },
  { kind: 'replacedIcons', prune: pruneUnshownIcons },
];
