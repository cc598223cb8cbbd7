import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { repeatInStep } from './in-step.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns the times of the runs within `forMs`, of work that begins `afterMs` from now. */
function timesOf(everyMs: number, afterMs: number, forMs: number): number[] {
  const times: number[] = [];
  let stop = () => {};
  setTimeout(() => {
    stop = repeatInStep(everyMs, () => times.push(Date.now()));
  }, afterMs);
  vi.advanceTimersByTime(forMs);
  stop();
  vi.advanceTimersByTime(forMs);
  return times;
}

it('work that begins at different times runs at the same times', () => {
  expect(timesOf(3000, 100, 10_000)).toEqual([3000, 6000, 9000]);
  vi.setSystemTime(0);
  expect(timesOf(3000, 1400, 10_000)).toEqual([3000, 6000, 9000]);
});

it('runs once each time, and no more after it is stopped', () => {
  const times = timesOf(1000, 1, 60_500);
  expect(times.length).toBe(60);
  for (const [index, time] of times.entries()) {
    if (index > 0) expect(time - (times[index - 1] ?? 0)).toBeGreaterThan(900);
  }
});

it('waits for at least half of its interval, also when it begins just before a multiple', () => {
  expect(timesOf(2000, 1990, 6500)).toEqual([4000, 6000]);
  vi.setSystemTime(0);
  expect(timesOf(2000, 990, 4500)).toEqual([2000, 4000]);
});

it('goes on when the clock of the machine is set', () => {
  const times: number[] = [];
  const stop = repeatInStep(1000, () => times.push(Date.now()));
  vi.advanceTimersByTime(1000);
  vi.setSystemTime(400);
  vi.advanceTimersByTime(5000);
  stop();
  expect(times.length).toBeGreaterThanOrEqual(5);
});
