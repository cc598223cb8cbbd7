import { readFileSync } from 'node:fs';
import type { Clock } from '../../kit/clock.ts';
import type { OfficeTime } from './ads.stream.ts';

/** The office's time, as a difference to the time since this machine's boot. */
export type KeptDifference = { boot: string; difference: number };

/**
 * The time by which phones are answered (ADR 64): the office's time and what has really passed since. This machine's clock may be
 * wrong, so nothing ends before the office has told its time.
 */
export type AdsTime = {
  /** Whether the office has told the time, to this process or to an earlier one since the machine's last boot. */
  readonly isKnown: boolean;
  /** Returns the time in epoch milliseconds; this machine's until it is known. */
  now(): number;
  /**
   * Returns the time by which pauses and old tokens end. It stands still while the office doubts its clock, and at 0 until it is
   * known.
   */
  ends(): number;
  /** Takes the time that the office tells. */
  hear(time: OfficeTime): void;
  /** Returns what is kept on the disk for a start without the office; null while there is nothing to keep. */
  kept(): KeptDifference | null;
  /** Uses the kept difference, if the machine has not been started again since. */
  resume(kept: KeptDifference | undefined): void;
};

/** A message that is late, because a process was busy, sets the time back by less than this, and is ignored. */
const mostLateMs = 2_000;

const performanceBegan = Number(process.hrtime.bigint()) / 1e6 - performance.now();
/** Returns the milliseconds since the boot of this machine, by a clock that nobody can set. */
const bootClock: Clock = () => performanceBegan + performance.now();

/** Returns a name of this boot of the machine; '' where there is none. */
export function bootName(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

/** Builds it before the office has told anything. `clock` is this machine's; `runClock` counts milliseconds since its boot. */
export function createAdsTime({
  clock,
  runClock = bootClock,
  boot = bootName(),
}: {
  clock: Clock;
  runClock?: Clock | undefined;
  boot?: string;
}): AdsTime {
  let difference: number | null = null;
  let held: number | null = null;

  return {
    get isKnown() {
      return difference !== null;
    },
    now: () => Math.round(difference === null ? clock() : difference + runClock()),
    ends: () => held ?? (difference === null ? 0 : difference + runClock()),
    hear(time) {
      const said = time.now - runClock();
      const isLate = difference !== null && said < difference && said > difference - mostLateMs;
      if (!isLate) difference = said;
      held = time.held;
    },
    kept: () => (difference === null || boot === '' || held !== null ? null : { boot, difference }),
    resume(kept) {
      if (kept && boot !== '' && kept.boot === boot) difference = kept.difference;
    },
  };
}
