import type { Logger } from './kit/logger.ts';

/** When each step of a stop must end, in milliseconds after the stop began. */
export const stopLimits = {
  /** Running requests may finish; then the remaining connections are destroyed. */
  requests: 9_600,
  /** Handing on the last usage counts. */
  usage: 10_000,
  /** An ads process that still runs is killed then. */
  adsProcess: 10_300,
  /** Closing the database; the office does it after the ads processes have ended, within so many milliseconds. */
  closing: 600,
  /** An office that still runs is killed then. */
  office: 11_000,
  /** Never reached in a correct stop: the process exits with code 1. */
  process: 11_500,
};

/** A process of the supervisor that gets a signal waits so long for the supervisor, who may have got it, too. */
const patienceMs = 1_000;

/**
 * Ends the process cleanly on SIGINT, SIGTERM, SIGHUP, or when the process that started it is gone. A process of a
 * supervisor is stopped by that one: Ctrl-C and systemd send signals to all processes, and each has its turn. Returns a
 * function that takes what a stop has to do; before that, a stop has nothing to do.
 */
export function stopOnSignals(logger: Logger, isSupervised = false): StopBy {
  let stop = async () => {};
  let isStopping = false;
  const end = async (cause: string) => {
    // Ctrl-C sends the signal to npm and to the server, and npm passes it on: it comes twice.
    if (isStopping) return;
    isStopping = true;
    if (!isSupervised) logger.info({ cause }, 'stopping');
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
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (isSupervised) setTimeout(end, patienceMs, signal);
      else end(signal);
    });
  }
  process.on('disconnect', () => end('the starting process is gone'));
  return {
    by(how) {
      stop = how;
    },
    now: () => void end('the supervisor stops'),
  };
}

export type StopBy = {
  /** Sets what a stop has to do. */
  by(how: () => Promise<void>): void;
  /** Stops. */
  now(): void;
};
