import { type Clock, hourMs, hourOf } from '../../kit/clock.ts';
import { createOutage } from '../../kit/faults/outage.ts';
import { newId } from '../../kit/ids.ts';
import type { Logger } from '../../kit/logger.ts';
import { resolvesWithin } from '../../kit/within.ts';
import { sumsPerPart, type UsagePart } from '../following/ads.stream.ts';
import type { UsageBatch } from './ads.usage.ts';

export type UsageWriterDeps = {
  /** Sets aside the counts since the last time; null when nothing was counted. */
  cut: () => UsageBatch | null;
  /** Adds a part to the stored counts, as a whole or not at all. */
  add: (part: UsagePart) => Promise<unknown>;
  clock: Clock;
  /** Tells whether that clock is right; until it is, counts stay in memory. */
  isTimeKnown?: () => boolean;
  logger: Logger;
  /** Returns the milliseconds until the next write. */
  every: () => number;
};

/** Sends the counts of the ads endpoint, in intervals (ADR 8). */
export type UsageWriter = {
  start(): void;
  /**
   * Writes the remaining counts, once. Counts that are not written within `patienceMs` (default 3 s) are lost, and the loss is
   * logged.
   */
  stop(patienceMs?: number): Promise<void>;
};

/** The most hours that may wait while neither the office nor the disk takes any; beyond that, the oldest are lost. */
const mostWaiting = 24;
const mostPatienceMs = 3_000;

type Waiting = { hour: number; counted: UsageBatch };

/** Builds the writer of one process. */
export function createUsageWriter(deps: UsageWriterDeps): UsageWriter {
  const { cut, add, clock, isTimeKnown = () => true, logger, every } = deps;
  /** Counts that were set aside and are not written yet, oldest first. */
  const waiting: Waiting[] = [];
  const sender = newId();
  let hour = isTimeKnown() ? hourOf(clock()) : null;
  /** The number of the next part: a part that is sent again has the same one. */
  let number = 1;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let stopped = false;
  const outage = createOutage(logger, {
    failing: 'usage could not be written, it is tried again',
    again: 'usage is written again',
  });

  /** Counts belong to the hour in which counting began. While some wait, more are set aside only in a new hour. */
  function setAside(): void {
    if (!isTimeKnown()) {
      hour = null;
      return;
    }
    const now = hourOf(clock());
    if (waiting.length > 0 && now === hour) return;
    const counted = cut();
    if (counted) waiting.push({ hour: hour ?? now, counted });
    if (waiting.length > mostWaiting) {
      waiting.shift();
      number += 1;
    }
    hour = now;
  }

  /**
   * Adds the next sums and returns their number. No waiting function keeps them in a variable: if sums become old objects while
   * the database is busy, only a collection of the whole heap can free them.
   */
  function addNext(next: Waiting) {
    const sums = next.counted.first(sumsPerPart);
    const added = sums.length > 0 ? add({ sender, number, hour: next.hour, sums }) : null;
    return { count: sums.length, added };
  }

  async function write(): Promise<void> {
    for (let [next] = waiting; next; [next] = waiting) {
      const { count, added } = addNext(next);
      await added;
      if (count > 0) number += 1;
      next.counted.drop();
      if (count === 0) waiting.shift();
    }
  }

  /** Writes the counts. If a write fails, the remaining sums are tried again later. */
  async function turn(): Promise<void> {
    setAside();
    try {
      await write();
      outage.works();
    } catch (error) {
      outage.fails(error);
    }
  }

  function schedule(): void {
    if (stopped) return;
    const now = clock();
    const untilNextHour = hourOf(now) + hourMs - now;
    timer = setTimeout(
      () => {
        running = turn().finally(() => {
          running = null;
          schedule();
        });
      },
      Math.min(every(), untilNextHour),
    );
    timer.unref();
  }

  /** Writes the waiting counts, then those that came meanwhile. */
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
      else if (!isTimeKnown() && cut()) {
        logger.error('what was counted is lost: the office has never said the time');
      }
    },
  };
}
