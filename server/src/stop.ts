import type { Logger } from './kit/logger.ts';

/** When each step of a stop must end, in milliseconds after the stop began. */
export const stopLimits = {
  /** Running requests may finish; then the remaining connections are destroyed. */
  requests: 10_000,
  /** Writing the last usage counts. */
  usage: 10_500,
  /** Closing the database and everything else. */
  all: 10_800,
  /** A worker that still runs is killed then. */
  worker: 11_000,
  /** Never reached in a correct stop: the process exits with code 1. */
  process: 11_500,
};

/**
 * Ends the process cleanly on SIGINT, SIGTERM, SIGHUP, or when the process that started it is gone.
 * Answers the function that says how; before it is told, there is nothing to let go.
 */
export function stopOnSignals(logger: Logger): (stop: () => Promise<void>) => void {
  let stop = async () => {};
  let stopping = false;
  const end = async (cause: string) => {
    // Ctrl-C reaches npm and the server both, so that the signal comes twice.
    if (stopping) return;
    stopping = true;
    logger.info({ cause }, 'stopping');
    setTimeout(() => {
      logger.error('stopping took too long');
      process.exit(1);
    }, stopLimits.process).unref();
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      logger.error({ err: error }, 'stopping failed');
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal));
  process.on('disconnect', () => end('the starting process is gone'));
  return (how) => {
    stop = how;
  };
}
