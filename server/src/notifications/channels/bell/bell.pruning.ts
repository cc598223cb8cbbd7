import type { PruningRule } from '../../../pruning/rule.ts';
import { keptSince, pruneFound } from '../../../pruning/rules.ts';
import { deleteItems, spareItems } from './bell.pruning.store.ts';

/** The rule of the items of bells. */
export const bellPruning: PruningRule = {
  kind: 'bell',
  prune(run) {
    const { days, ofPerson } = run.kept.bell;
    const bells = { before: keptSince(run, days), ofPerson };
    return pruneFound(run, () => spareItems(run.db, bells), deleteItems);
  },
};
