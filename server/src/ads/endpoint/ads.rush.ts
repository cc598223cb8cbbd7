import type { AdsCounters } from './ads.counters.ts';

/** The number of answers in a second from which on ads go before reads of the back office. */
const rush = 500;
const second = 1000;

/** Calls `onRush` once, after the first second with 500 answers; answers the function that ends the watch. */
export function watchRush({ outcomes }: AdsCounters, onRush: () => void): () => void {
  let before = answersOf(outcomes);
  const timer = setInterval(() => {
    const now = answersOf(outcomes);
    if (now - before >= rush) {
      clearInterval(timer);
      onRush();
    }
    before = now;
  }, second);
  timer.unref();
  return () => clearInterval(timer);
}

const answersOf = (outcomes: AdsCounters['outcomes']) =>
  Object.values(outcomes).reduce((sum, count) => sum + count, 0);
