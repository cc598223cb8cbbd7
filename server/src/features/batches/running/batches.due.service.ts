import type { Logger } from '../../../kit/logger.ts';
import { repeat } from '../../../kit/repeat.ts';

const everyMs = 500;

/**
 * Looks twice a second for running batches and carries them out, until the returned function is called. A batch whose process
 * died goes on here, or on another node.
 */
export function carryOutBatches(deps: {
  runNext: () => Promise<boolean>;
  logger: Logger;
}): () => Promise<void> {
  const { runNext, logger } = deps;
  const words = {
    failing: 'batches wait: they cannot be carried out',
    again: 'batches are carried out again',
  };
  return repeat({ work: runNext, everyMs, logger, words });
}
