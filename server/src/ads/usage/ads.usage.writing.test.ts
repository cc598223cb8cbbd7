import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hourMs } from '../../kit/clock.ts';
import type { UsageBatch } from './ads.usage.ts';
import { createUsageWriter } from './ads.usage.writing.ts';
import type { UsageSum } from './ads.usage-table.ts';

const start = 480_000 * hourMs + hourMs / 2;

/** Builds a counter and a database that the test controls. */
function build() {
  const logged: { level: number; msg: string }[] = [];
  const counting: UsageSum[] = [];
  const written: { hour: number; sums: UsageSum[] }[] = [];
  /** The numbers of all parts, including failed ones. */
  const numbers: number[] = [];
  const state = { fault: null as Error | null, hangs: false, isTimeKnown: true };
  const writer = createUsageWriter({
    cut(): UsageBatch | null {
      if (counting.length === 0) return null;
      const kept = counting.splice(0);
      let answered = 0;
      return {
        first(limit) {
          const sums = kept.slice(0, limit);
          answered = sums.length;
          return sums;
        },
        drop: () => void kept.splice(0, answered),
      };
    },
    async add({ number, hour, sums }) {
      numbers.push(number);
      if (state.hangs) await new Promise(() => {});
      if (state.fault) throw state.fault;
      written.push({ hour, sums });
    },
    clock: Date.now,
    every: () => 6_000,
    isTimeKnown: () => state.isTimeKnown,
    logger: pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) }),
  });
  return {
    writer,
    state,
    logged,
    written,
    numbers,
    count: (...appIDs: string[]) =>
      counting.push(...appIDs.map((appID): UsageSum => [appID, '', 'on', 1, 0])),
    /** Returns the written rows as 'hour: app IDs'; hours count from the first one. */
    hours: () =>
      written.map(
        ({ hour, sums }) => `${hour / hourMs - 480_000}: ${sums.map(([appID]) => appID)}`,
      ),
  };
}

let usage: ReturnType<typeof build>;
beforeEach(() => {
  vi.useFakeTimers({ now: start });
  usage = build();
  usage.writer.start();
});
afterEach(async () => {
  await Promise.all([usage.writer.stop(), vi.advanceTimersByTimeAsync(10_000)]);
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('writes the counts every 6 seconds, and nothing without counts', async () => {
  usage.count('one');
  await pass(5_999);
  expect(usage.hours()).toEqual([]);
  await pass(1);
  expect(usage.hours()).toEqual(['0: one']);
  await pass(60_000);
  expect(usage.written).toHaveLength(1);
  usage.count('two');
  await pass(6_000);
  expect(usage.hours()).toEqual(['0: one', '0: two']);
});

it('writes many sums in small parts', async () => {
  usage.count(...Array.from({ length: 1_201 }, (_, index) => `app ${index}`));
  await pass(6_000);
  expect(usage.written.map(({ sums }) => sums.length)).toEqual([500, 500, 201]);
});

it('numbers the parts, and repeats the number of one that may have arrived', async () => {
  usage.count(...Array.from({ length: 600 }, (_, index) => `app ${index}`));
  await pass(6_020);
  expect(usage.numbers).toEqual([1, 2]);
  usage.state.fault = new Error('gone, perhaps after it was written');
  usage.count('one');
  await pass(12_000);
  usage.state.fault = null;
  await pass(6_000);
  expect(usage.numbers).toEqual([1, 2, 3, 3, 3]);
});

it('writes what is left during a stop, however much', async () => {
  const some = Array.from({ length: 50_000 }, (_, index) => `app ${index}`);
  for (let times = 0; times < 6; times += 1) usage.count(...some);
  await usage.writer.stop();
  expect(usage.written).toHaveLength(600);
});

it('ends the hour when it is over', async () => {
  vi.setSystemTime(480_001 * hourMs - 4_000);
  usage = build();
  usage.writer.start();
  usage.count('before');
  await pass(3_999);
  expect(usage.written).toEqual([]);
  await pass(1);
  usage.count('after');
  await pass(10_000);
  expect(usage.hours()).toEqual(['0: before', '1: after']);
});

describe('a database that is gone', () => {
  it('loses no counts: writes are repeated until they succeed, and the log counts the failures', async () => {
    usage.state.fault = new Error('gone');
    usage.count('one');
    await pass(10_000);
    usage.count('two');
    await pass(40_000);
    expect(usage.written).toEqual([]);
    usage.state.fault = null;
    await pass(20_000);
    expect(usage.hours()).toEqual(['0: one', '0: two']);
    expect(usage.logged.map(({ level, msg }) => `${level} ${msg}`)).toEqual([
      '40 usage could not be written, it is tried again',
      '50 usage could not be written, it is tried again',
      expect.stringMatching(/^30 usage is written again after \d+ s$/),
    ]);
  });

  it('continues after a write that failed in the middle, and writes nothing twice', async () => {
    usage.count(...Array.from({ length: 900 }, (_, index) => `app ${index}`));
    const { written } = usage;
    const push = written.push.bind(written);
    written.push = (...items) => {
      usage.state.fault = new Error('gone after the first part');
      return push(...items);
    };
    await pass(10_000);
    expect(usage.written).toHaveLength(1);
    usage.state.fault = null;
    written.push = push;
    await pass(10_000);
    expect(usage.written.map(({ sums }) => sums.length)).toEqual([500, 400]);
    expect(new Set(usage.written.flatMap(({ sums }) => sums.map(([id]) => id))).size).toBe(900);
  });

  it('keeps the counts of several hours separate, and loses those of more than a day ago', async () => {
    usage.state.fault = new Error('gone');
    usage.count('first hour');
    await pass(hourMs / 2 + 5_000);
    usage.count('second hour');
    await pass(hourMs);
    usage.count('third hour');
    for (let hour = 3; hour < 27; hour += 1) {
      await pass(hourMs);
      usage.count(`hour ${hour}`);
    }
    usage.state.fault = null;
    await pass(hourMs);
    const hours = usage.hours();
    expect([hours[0], hours.at(-1)]).toEqual(['2: third hour', '26: hour 26']);
    expect(hours).toHaveLength(25);
  });

  it('does not delay a stop for long, and the log says what is lost', async () => {
    usage.state.hangs = true;
    usage.count('lost');
    const stopped = usage.writer.stop();
    await pass(3_000);
    await stopped;
    expect(usage.logged.at(-1)?.msg).toMatch(/lost/);
  });
});

it('writes the rest when it is stopped, and nothing after', async () => {
  usage.count('one');
  await usage.writer.stop();
  expect(usage.hours()).toEqual(['0: one']);
  usage.count('two');
  await pass(60_000);
  expect(usage.written).toHaveLength(1);
});

it('a clock that jumps back stops nothing', async () => {
  usage.count('one');
  vi.setSystemTime(start - 3 * hourMs);
  await pass(10_000);
  usage.count('two');
  await pass(10_000);
  expect(usage.hours()).toEqual(['0: one', '-3: two']);
});

it('counts to no hour before the time is known, and says what was lost by that', async () => {
  usage.state.isTimeKnown = false;
  usage.count('one');
  await pass(3 * hourMs);
  expect(usage.hours()).toEqual([]);
  usage.count('two');
  usage.state.isTimeKnown = true;
  await pass(6_000);
  expect(usage.hours()).toEqual(['3: one,two']);
  usage.state.isTimeKnown = false;
  usage.count('three');
  await usage.writer.stop();
  expect(usage.logged.at(-1)?.msg).toMatch(/lost/);
});
