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
 * Ends the process cleanly on SIGINT, SIGTERM, SIGHUP, or when the process that started it is gone. Returns a function
 * that takes what a stop has to do; before that, a stop has nothing to do.
 */
export function stopOnSignals(logger: Logger): (stop: () => Promise<void>) => void {
  let stop = async () => {};
  let stopping = false;
  const end = async (cause: string) => {
    // Ctrl-C sends the signal to npm and to the server, and npm passes it on: it comes twice.
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
