import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from './logger.ts';

export type Repeated = {
  /** What is done each time; returns true when there may be more to do at once. */
  work: () => Promise<boolean>;
  everyMs: number;
  logger: Logger;
  /** What the log says at the first failure of several in a row, and when the work succeeds again. */
  words: { failing: string; again: string };
};

/**
 * Does the work now, and again `everyMs` milliseconds after each run. An outage may be long, so only the first failure
 * of several in a row is logged. Returns a function that stops it and waits for the work that is running.
 */
export function repeat({ work, everyMs, logger, words }: Repeated): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isFailing = false;

  async function turn(): Promise<void> {
    try {
      for (let more = true; more && !signal.aborted; ) more = await work();
      if (isFailing) logger.info(words.again);
      isFailing = false;
    } catch (error) {
      if (!isFailing) logger.error({ err: error }, words.failing);
      isFailing = true;
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await turn();
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  const running = run();
  return () => {
    stopping.abort();
    return running;
  };
}
