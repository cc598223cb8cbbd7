import type { AdsCounters } from './ads.counters.ts';

/** The number of answers in a second from which on ads go before the work of the back office. */
const rush = 500;
const second = 1000;

export type RushWatch = {
  /** Whether the last second had 500 answers. */
  isOn(): boolean;
  stop(): void;
};

/** Counts the answers of each second. Calls `onFirst` once, after the first second with 500. */
export function watchRush({ outcomes }: AdsCounters, onFirst: () => void): RushWatch {
  let before = answersOf(outcomes);
  let isOn = false;
  let wasOn = false;
  const timer = setInterval(() => {
    const now = answersOf(outcomes);
    isOn = now - before >= rush;
    before = now;
    if (isOn && !wasOn) onFirst();
    wasOn ||= isOn;
  }, second);
  timer.unref();
  return { isOn: () => isOn, stop: () => clearInterval(timer) };
}

const answersOf = (outcomes: AdsCounters['outcomes']) =>
  Object.values(outcomes).reduce((sum, count) => sum + count, 0);
