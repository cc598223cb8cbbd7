import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAdsCounters } from './ads.counters.ts';
import { watchRush } from './ads.rush.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('tells of the first second with 500 answers of any kind, once', () => {
  const counters = createAdsCounters();
  const onFirst = vi.fn();
  const rush = watchRush(counters, onFirst);
  for (let second = 0; second < 5; second += 1) {
    counters.outcomes.ok += 499;
    vi.advanceTimersByTime(1000);
  }
  expect(onFirst).not.toHaveBeenCalled();
  expect(rush.isOn()).toBe(false);
  for (let second = 0; second < 3; second += 1) {
    counters.outcomes.ok += 200;
    counters.outcomes.notModified += 300;
    vi.advanceTimersByTime(1000);
  }
  expect(onFirst).toHaveBeenCalledTimes(1);
  expect(rush.isOn()).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(rush.isOn(), 'a quiet second ends it').toBe(false);
});

it('tells of nothing after its end', () => {
  const counters = createAdsCounters();
  const onFirst = vi.fn();
  watchRush(counters, onFirst).stop();
  counters.outcomes.ok += 5000;
  vi.advanceTimersByTime(5000);
  expect(onFirst).not.toHaveBeenCalled();
});
