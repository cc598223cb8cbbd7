import type { Logger } from '../../kit/logger.ts';
import { repeat } from '../../kit/repeat.ts';
import type { PausesService } from './pauses.service.ts';

const everyMs = 1000;

/**
 * Records the end of a pause soon after it. Phones do not wait for that: a pause is judged when they ask. Returns the function
 * that stops the watch.
 */
export function watchPauseEnds(
  pauses: Pick<PausesService, 'endExpired'>,
  logger: Logger,
): () => Promise<void> {
  const words = {
    failing: 'the end of pauses cannot be noted',
    again: 'the end of pauses is noted again',
  };
  return repeat({ work: pauses.endExpired, everyMs, logger, words });
}
