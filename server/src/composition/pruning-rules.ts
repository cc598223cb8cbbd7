import { iconsPruning } from '../icons/icons.pruning.ts';
import { channels } from '../notifications/channels.ts';
import { eventsPruning } from '../notifications/events/events.pruning.ts';
import { logPruning } from '../pruning/pruning.log.ts';
import type { PruningRule } from '../pruning/rule.ts';
import { repeatsPruning } from '../repeats/repeats.pruning.ts';
import { features } from './features.ts';

/**
 * The rules of everything that is pruned, in the order in which it is deleted: the log after the things whose last entries go
 * with them, and icons after the log, which refers to them.
 */
export const pruningRules: readonly PruningRule[] = [
  ...[...features.all, ...channels].flatMap(({ bounds }) => bounds.pruning),
  repeatsPruning,
  eventsPruning,
  logPruning,
  ...iconsPruning,
];
