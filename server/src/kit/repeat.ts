import type { Logger } from './logger.ts';

export type Repeated = {
  /** What is done each time; returns true when there may be more to do at once. */
  work: () => Promise<boolean>;
  everyMs: number;
  /** Subscribes to what is a reason to work earlier; returns the function that ends the subscription. */
  onNews?: (wake: () => void) => () => void;
  logger: Logger;
  /** What the log says at the first failure of several in a row, and when the work succeeds again. */
  words: { failing: string; again: string };
};

/**
 * Does the work now, and again `everyMs` milliseconds after each run, or at once when there is news. An outage may be long,
 * so only the first failure of several in a row is logged. While the work fails, news does not wake it. Returns a function
 * that stops it and waits for the work that is running.
 */
export function repeat({ work, everyMs, onNews, logger, words }: Repeated): () => Promise<void> {
  let isOver = false;
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
      if (isFailing) logger.info(words.again);
      isFailing = false;
    } catch (error) {
      if (!isFailing) logger.error({ err: error }, words.failing);
      isFailing = true;
    }
  }

  async function sleep(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    const timer = setTimeout(resolve, everyMs).unref();
    await promise;
    clearTimeout(timer);
  }

  async function run(): Promise<void> {
    while (!isOver) {
      await turn();
      if (!isOver && (isFailing || !isNews)) await sleep();
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
