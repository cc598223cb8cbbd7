import { dayMs, hourOf } from '../../kit/clock.ts';
import type { PruningRule } from '../../pruning/rule.ts';
import { countsBefore, firstDayOf, olderThan } from '../../pruning/rules.ts';

/** The rules of counted requests. */
export const usagePruning: readonly PruningRule[] = [
  countsBefore('usage', (run) => firstDayOf(run, run.kept.usage.days), {
    table: 'app_usage',
    key: ['day', 'appID', 'country'],
  }),
  countsBefore('usageHours', ({ now, kept }) => hourOf(now - kept.usageHours.days * dayMs), {
    table: 'app_usage_hour',
    key: ['hour', 'appID', 'country', 'outcome'],
  }),
  countsBefore('tokenUses', (run) => firstDayOf(run, run.kept.tokenUses.days), {
    table: 'app_token_usage',
    key: ['day', 'appID', 'token', 'country'],
  }),
  // A process that could reach no office for so long has no usage of a day that is kept.
  olderThan('usageSenders', ({ usage }) => usage.days, {
    table: 'usage_sender',
    key: ['sender'],
    at: 'at',
  }),
];
