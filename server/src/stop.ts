import type { Logger } from './kit/logger.ts';

/** Longest that what is in flight may take, in milliseconds (design, section 2). */
const grace = 10_000;

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
    }, grace + 2_000).unref();
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
