import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { repeatInStep } from './in-step.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns the times of the runs within `forMs`, of work that begins `afterMs` from now. */
function timesOf(everyMs: number, afterMs: number, forMs: number): number[] {
  const times: number[] = [];
  let stop = () => {};
  setTimeout(() => {
    stop = repeatInStep(everyMs, () => times.push(Math.round(performance.now())));
  }, afterMs);
  vi.advanceTimersByTime(forMs);
  stop();
  vi.advanceTimersByTime(forMs);
  return times;
}

it('work that begins at different times runs at the same times', () => {
  const first = timesOf(3000, 100, 10_000);
  expect(first.every((time) => time % 3000 < 2)).toBe(true);
  expect(first.length).toBe(3);
});

it('runs once each time, and no more after it is stopped', () => {
  const times = timesOf(1000, 1, 60_500);
  expect(times.length).toBe(60);
  for (const [index, time] of times.entries()) {
    if (index > 0) expect(time - (times[index - 1] ?? 0)).toBeGreaterThan(900);
  }
});

it('a step that begins just before a multiple has its first run there', () => {
  const times = timesOf(2000, 1990, 4500);
  expect(times.map((time) => time % 2000 < 2)).toEqual([true, true]);
});
