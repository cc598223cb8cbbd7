import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import { resolvesWithin } from '../../kit/within.ts';
import { dayMs, dayOf, type UsageSum } from './usage.table.ts';

/** What was counted until it was set aside; `first` answers the same sums again until they are dropped. */
export type Counted = {
  /** How many sums there were at the cut. */
  readonly size: number;
  first(limit: number): UsageSum[];
  drop(): void;
};

export type UsageWriterParts = {
  /** Sets aside what was counted since the last time; null when nothing was. */
  cut: () => Counted | null;
  /** Adds sums to a day (its first millisecond), all or none of them. */
  add: (day: number, sums: UsageSum[]) => Promise<unknown>;
  clock: Clock;
  logger: Logger;
  /** Milliseconds between two writes. */
  every?: number | undefined;
};

/** Writes what the ads endpoint counts, again and again (ADR 8). */
export type UsageWriter = {
  start(): void;
  /** Writes the remaining counts, once. What is not written within `patienceMs` (default 3 s) is lost, and logged. */
  stop(patienceMs?: number): Promise<void>;
};

/**
 * What is counted during a write and the rest after it is on the disk when the next write ends: within 10 s
 * with 100,000 sums, whose statements take 0.5 s besides the pauses, `spreadMs` together.
 */
const restMs = 6_000;
const spreadMs = 1_500;
/** A statement of so many rows takes the database a few milliseconds. */
const sumsAtOnce = 500;
/** Written without pauses, 100,000 sums would keep phones waiting for a tenth of a second. */
const mostPauseMs = 10;
/** Days that may wait for a database that is gone; further ones are lost, the oldest first. */
const mostWaiting = 90;
const mostPatienceMs = 3_000;

type Waiting = { day: number; counted: Counted; pauseMs: number };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Builds the writer of one process. */
export function createUsageWriter(parts: UsageWriterParts): UsageWriter {
  const { cut, add, clock, logger, every = restMs } = parts;
  /** What is set aside and not yet written, oldest first. */
  const waiting: Waiting[] = [];
  let day = dayOf(clock());
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let stopped = false;
  let failing = false;

  /** What was counted belongs to the day it began in; while some waits, only a new day sets more aside. */
  function setAside(): void {
    const today = dayOf(clock());
    if (waiting.length > 0 && today === day) return;
    const counted = cut();
    if (counted) {
      const pauseMs = Math.min(mostPauseMs, (spreadMs * sumsAtOnce) / counted.size);
      waiting.push({ day, counted, pauseMs });
    }
    if (waiting.length > mostWaiting) waiting.shift();
    day = today;
  }

  /**
   * Adds the next sums and answers how many they were. No frame of a waiting function holds them: those that
   * grow old while the database is busy are garbage that only a collection of the whole heap takes.
   */
  function addNext(next: Waiting) {
    const sums = next.counted.first(sumsAtOnce);
    return { count: sums.length, added: sums.length > 0 ? add(next.day, sums) : null };
  }

  async function write(): Promise<void> {
    for (let [next] = waiting; next; [next] = waiting) {
      const { count, added } = addNext(next);
      await added;
      next.counted.drop();
      if (count === 0) waiting.shift();
      else if (!stopped && count === sumsAtOnce) await pause(next.pauseMs);
    }
  }

  /** A failed write keeps what it could not write; only the first of several in a row is told. */
  async function turn(): Promise<void> {
    setAside();
    try {
      await write();
      if (failing) logger.info('usage is written again');
      failing = false;
    } catch (error) {
      if (!failing) logger.error({ err: error }, 'usage could not be written, it is tried again');
      failing = true;
    }
  }

  function schedule(): void {
    if (stopped) return;
    const now = clock();
    const untilMidnight = dayOf(now) + dayMs - now;
    timer = setTimeout(
      () => {
        running = turn().finally(() => {
          running = null;
          schedule();
        });
      },
      Math.min(every, untilMidnight),
    );
    timer.unref();
  }

  /** What waited is written first, then what was counted meanwhile. */
  async function rest(): Promise<void> {
    await running;
    await turn();
    await turn();
  }

  return {
    start: schedule,
    async stop(patienceMs = mostPatienceMs) {
      stopped = true;
      clearTimeout(timer);
      await resolvesWithin(rest(), Math.min(patienceMs, mostPatienceMs));
      if (waiting.length > 0) logger.error('the last usage could not be written and is lost');
    },
  };
}
