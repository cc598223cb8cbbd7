import type { Logger } from '../../kit/logger.ts';
import { repeat } from '../../kit/repeat.ts';

const everyMs = 1000;

/**
 * Looks every second for scheduled requests whose time has come, until the returned function is called. `applyDue`
 * returns whether more may be due.
 */
export function applyWhenDue(deps: {
  applyDue: () => Promise<boolean>;
  logger: Logger;
}): () => Promise<void> {
  const { applyDue, logger } = deps;
  const words = {
    failing: 'scheduled changes wait: they cannot be applied',
    again: 'scheduled changes are applied again',
  };
  return repeat({ work: applyDue, everyMs, logger, words });
}
