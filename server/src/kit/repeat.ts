import { createOutage } from './faults/outage.ts';
import type { Logger } from './logger.ts';

export type Repeated = {
  /** Does the work once; returns true when there may be more to do at once. */
  work: () => Promise<boolean>;
  everyMs: number;
  /** Milliseconds before the first run. */
  firstAfterMs?: number;
  /** Milliseconds between a failure and the next run; `everyMs` by default. */
  againAfterMs?: number;
  /** Subscribes to news that wake the work earlier; returns the function that ends the subscription. */
  onNews?: (wake: () => void) => () => void;
  logger: Logger;
  /** The log's words while the work fails, and when it succeeds again. */
  words: { failing: string; again: string };
};

/**
 * Does the work now (or after `firstAfterMs`), and again `everyMs` milliseconds after each run, or at once when there is news. While the work fails, news
 * does not wake it, and the log reports an outage. Returns a function that stops it and waits for the running work.
 */
export function repeat({
  work,
  everyMs,
  firstAfterMs = 0,
  againAfterMs = everyMs,
  onNews,
  logger,
  words,
}: Repeated): () => Promise<void> {
  let isOver = false;
  const outage = createOutage(logger, words);
  let isFailing = false;
  let isNews = false;
  let wake = () => {};
  const unsubscribe = onNews?.(() => {
    isNews = true;
    if (!isFailing) wake();
  });

  async function turn(): Promise<void> {
    isNews = false;
    try {
      for (let more = true; more && !isOver; ) more = await work();
      outage.works();
      isFailing = false;
    } catch (error) {
      // A run that the end has broken off is no outage.
      if (!isOver) outage.fails(error);
      isFailing = true;
    }
  }

  async function sleep(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    const timer = setTimeout(resolve, ms).unref();
    await promise;
    clearTimeout(timer);
  }

  async function run(): Promise<void> {
    if (firstAfterMs > 0) await sleep(firstAfterMs);
    while (!isOver) {
      await turn();
      if (!isOver && (isFailing || !isNews)) await sleep(isFailing ? againAfterMs : everyMs);
    }
  }

  const running = run();
  return () => {
    unsubscribe?.();
    isOver = true;
    wake();
    return running;
  };
}
