import { readFileSync } from 'node:fs';

/*
 * Each process reports every two seconds that its event loop runs, and the supervisor ends one that does not (ADR 62). The
 * supervisor reports the same of itself every ten seconds.
 */

export const heartbeat = {
  /** Milliseconds between two beats of a process. */
  everyMs: 2_000,
  /** Milliseconds between two checks of the supervisor, and while it may have to kill soon. */
  lookMs: 1_000,
  lookCloselyMs: 250,
  /** The silence from which it checks closely. */
  closeMs: 8_500,
  /** The silence at which a process is killed. */
  silentMs: 10_000,
  /** The time after which a stopped (SIGSTOP) process that has not answered yet is killed. */
  stoppedMs: 60_000,
  /** The longest work that a process may announce, during which it may be silent. */
  longestWorkMs: 600_000,
  /** Milliseconds between two reports of the supervisor on the machine's state, when nothing has changed. */
  stateMs: 10_000,
  /** The silence of the supervisor at which `/healthz` is 503. */
  supervisorSilentMs: 60_000,
};

/** The silence from which a process may be waiting for a processor; from then on this is measured. */
const suspiciousMs = 4_000;
/** The most of a silence that is attributed to other programs. */
const mostWaitedMs = 50_000;

/** A clock that stands still while this process does: asleep, stopped (Ctrl-Z), or without a processor. */
export type AwakeClock = () => number;

/**
 * Builds an awake clock. Call `tick` at least every `tickMs`; of a longer time between two calls, at most twice `tickMs` counts.
 */
export function createAwakeClock(tickMs: number): { now: AwakeClock; tick: () => void } {
  let counted = 0;
  let last = performance.now();
  const now = () => counted + Math.min(performance.now() - last, 2 * tickMs);
  return {
    now,
    tick() {
      counted = now();
      last = performance.now();
    },
  };
}

/** The time that the main thread of a process has worked, and the time that it has waited for a processor, in milliseconds. */
export type ProcessorTime = { worked: number; waited: number };

/** Returns the times of a process since its start; zeros where the system does not report them. */
export function processorTimeOf(pid: number): ProcessorTime {
  try {
    const [worked, waited] = readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ');
    return { worked: Number(worked) / 1e6, waited: Number(waited) / 1e6 };
  } catch {
    return { worked: 0, waited: 0 };
  }
}

/** Tells whether somebody has stopped a process; false where the system does not report it. */
export function isStopped(pid: number): boolean {
  try {
    // The state comes after the name, which may have brackets in it.
    return /^T/.test(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1) ?? '');
  } catch {
    return false;
  }
}

/** The beats of one process, as the supervisor hears them. */
export type Beats = {
  heard(): void;
  /** Allows the process to be silent for `ms`; 0 ends this. */
  mayBeSilent(ms: number): void;
  /** Returns the time of the last beat, by the clock. */
  lastAt(): number;
  /**
   * Returns for how long it has been silent although it must not be. The time that it waited for a processor does not count, and
   * a second of work counts as two: work of more than five seconds is announced.
   */
  silentMs(): number;
};

/** Builds the beats of a process that may be silent for `startMs`. */
export function createBeats(
  startMs: number,
  now: AwakeClock,
  processorTime: () => ProcessorTime,
): Beats {
  let lastAt = now();
  let mayUntil = lastAt + startMs;
  /** The times when the silence became suspicious; null before. */
  let before: ProcessorTime | null = null;
  return {
    heard() {
      lastAt = now();
      before = null;
    },
    mayBeSilent(ms) {
      lastAt = now();
      mayUntil = lastAt + Math.min(ms, heartbeat.longestWorkMs);
      before = null;
    },
    lastAt: () => lastAt,
    silentMs() {
      if (now() < mayUntil) return 0;
      const silent = now() - lastAt;
      if (silent < suspiciousMs) return silent;
      const times = processorTime();
      before ??= times;
      const waited = Math.min(times.waited - before.waited, mostWaitedMs);
      const worked = times.worked - before.worked;
      return Math.max(silent - waited, Math.min(silent, 2 * worked));
    },
  };
}
