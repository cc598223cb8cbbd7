import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../../kit/logger.ts';

const everyMs = 1000;

/**
 * Looks every second for scheduled requests whose time has come, until the returned function is called; that one
 * resolves when the running transaction has ended. `applyDue` returns whether more may be due.
 */
export function applyWhenDue(parts: {
  applyDue: () => Promise<boolean>;
  logger: Logger;
}): () => Promise<void> {
  const { applyDue, logger } = parts;
  const stopping = new AbortController();
  let isFailing = false;

  async function turn(): Promise<void> {
    try {
      for (let more = true; more && !stopping.signal.aborted; ) more = await applyDue();
      if (isFailing) logger.info('scheduled changes are applied again');
      isFailing = false;
    } catch (error) {
      // Logged once and not every second, because an outage may be long.
      if (!isFailing)
        logger.error({ err: error }, 'scheduled changes wait: they cannot be applied');
      isFailing = true;
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await turn();
      await pause(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  const running = run();
  return () => {
    stopping.abort();
    return running;
  };
}
