import { expect, test } from 'vitest';
import { createBeats, heartbeat } from './heartbeat.ts';

/** Builds the beats of a process with a clock that is set by hand, and the time that the process has waited for a processor. */
function beatsBy(startMs = 0) {
  const time = { now: 1_000, waited: 0, worked: 0 };
  const beats = createBeats(
    startMs,
    () => time.now,
    () => ({ ...time }),
  );
  return { time, beats };
}

test('the silence grows from one beat to the next', () => {
  const { time, beats } = beatsBy();
  for (let turn = 0; turn < 100; turn += 1) {
    time.now += 1_000;
    expect(beats.silentMs()).toBe(1_000);
    beats.heard();
    expect(beats.silentMs()).toBe(0);
  }
  time.now += heartbeat.silentMs;
  expect(beats.silentMs()).toBe(heartbeat.silentMs);
});

test('announced work is no silence, for ten minutes at most', () => {
  const { time, beats } = beatsBy();
  beats.mayBeSilent(24 * 3_600_000);
  time.now += heartbeat.longestWorkMs - 1;
  expect(beats.silentMs()).toBe(0);
  time.now += 1;
  expect(beats.silentMs()).toBe(heartbeat.longestWorkMs);
  beats.heard();
  expect(beats.silentMs()).toBe(0);
});

test('after the end of the work it must beat again, and has the usual time for it', () => {
  const { time, beats } = beatsBy();
  beats.mayBeSilent(heartbeat.longestWorkMs);
  time.now += 60_000;
  beats.mayBeSilent(0);
  time.now += heartbeat.silentMs - 1;
  expect(beats.silentMs()).toBe(heartbeat.silentMs - 1);
});

test('a start may take as long as it is given', () => {
  const { time, beats } = beatsBy(Number.POSITIVE_INFINITY);
  time.now += 3_600_000;
  expect(beats.silentMs()).toBe(0);
});

test('the wait for a processor is no silence, for a minute at most', () => {
  const { time, beats } = beatsBy();
  time.waited = 123_456;
  time.now += 3_000;
  expect(beats.silentMs()).toBe(3_000);
  time.now += 2_000;
  expect(beats.silentMs(), 'what it waited before does not count').toBe(5_000);
  time.now += 30_000;
  time.waited += 29_000;
  expect(beats.silentMs()).toBe(6_000);
  time.now += 600_000;
  time.waited += 600_000;
  expect(beats.silentMs()).toBeGreaterThan(heartbeat.silentMs);
});

test('a loop without an end is found on a busy machine, too', () => {
  const { time, beats } = beatsBy();
  time.now += 5_000;
  expect(beats.silentMs()).toBe(5_000);
  // The process gets a third of a processor.
  time.now += 15_000;
  time.waited += 10_000;
  time.worked += 5_000;
  expect(beats.silentMs()).toBe(10_000);
});
