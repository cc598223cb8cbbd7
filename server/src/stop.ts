import type { Logger } from './kit/logger.ts';

/** The milliseconds after the beginning of a stop at which each of its steps must end. */
export const stopLimits = {
  /** Running requests may finish; then the remaining connections are destroyed. */
  requests: 9_600,
  /** Handing on the last usage counts. */
  usage: 10_000,
  /** An edge tells its office that it stops. */
  signOff: 10_150,
  /** An ads process that still runs is killed then. */
  adsProcess: 10_300,
  /** Closing the database; the office does it after the ads processes have ended, within so many milliseconds. */
  closing: 600,
  /** An office that still runs is killed then. */
  office: 11_000,
  /** Never reached in a correct stop, also not on a busy machine: the process exits with code 1. */
  process: 15_000,
};

/** Signals that ask a program to end. */
export const stopSignals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];

/**
 * Makes a process of the supervisor end only when the supervisor says so. Ctrl-C, systemd and containers send their signals to
 * all processes at once, and each has its turn. Call it first of all: until then a signal ends the process.
 */
export function leaveSignalsToSupervisor(): void {
  for (const signal of stopSignals) process.on(signal, () => {});
}

/**
 * Ends the process cleanly when it is told to, or when the process that started it is gone. `level` is that of the log's
 * line about it. Returns a function that takes what a stop has to do; before that, a stop has nothing to do.
 */
export function createStop(logger: Logger, level: 'info' | 'debug'): StopBy {
  let stop = async () => {};
  let isStopping = false;
  const end = async (cause: string) => {
    // Ctrl-C sends the signal to npm and to the server, and npm passes it on: it comes twice.
    if (isStopping) return;
    isStopping = true;
    logger[level]({ cause }, 'stopping');
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
  process.on('disconnect', () => end('the starting process is gone'));
  return {
    by(how) {
      stop = how;
    },
    now: (cause) => void end(cause),
  };
}

export type StopBy = {
  /** Sets what a stop has to do. */
  by(how: () => Promise<void>): void;
  /** Stops; the log names the cause. */
  now(cause: string): void;
};
