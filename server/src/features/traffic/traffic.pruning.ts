import type { PruningRule, PruningRun } from '../../pruning/rule.ts';
import { countsBefore, firstDayOf } from '../../pruning/rules.ts';

/** Sums and comparisons are kept as long as the counts that they are made from. */
const firstDay = (run: PruningRun) => firstDayOf(run, run.kept.usage.days);

/** The rules of sums and comparisons of traffic. */
export const trafficPruning: readonly PruningRule[] = [
  countsBefore('trafficTotals', firstDay, { table: 'traffic_total', key: ['time', 'step'] }),
  countsBefore('comparisons', firstDay, {
    table: 'traffic_comparison',
    key: ['day', 'days', 'by', 'of'],
  }),
];
