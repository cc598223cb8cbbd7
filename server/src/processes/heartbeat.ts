import { readFileSync } from 'node:fs';

/*
 * Each process says every two seconds that it turns, and the supervisor ends one that does not (ADR 62). The supervisor
 * says the same of itself, every ten seconds.
 */

export const heartbeat = {
  /** How often a process says it. */
  everyMs: 2_000,
  /** How often the supervisor looks, and how often while it may have to kill soon. */
  lookMs: 1_000,
  lookCloselyMs: 250,
  /** From this silence on it looks closely. */
  closeMs: 8_500,
  /** A process that is silent for so long is killed. */
  silentMs: 10_000,
  /** A process that has not answered yet is killed when it has been stopped (by SIGSTOP) for so long. */
  stoppedMs: 60_000,
  /** The longest work that a process may announce, during which it may be silent. */
  longestWorkMs: 600_000,
  /** How often the supervisor says how the machine is, when nothing has changed. */
  stateMs: 10_000,
  /** When the supervisor is silent for so long, `/healthz` is 503. */
  supervisorSilentMs: 60_000,
};

/** A process that is silent for so long may be waiting for a processor; from then on this is measured. */
const suspiciousMs = 4_000;
/** At most so much of a silence is put down to other programs. */
const mostWaitedMs = 50_000;

/** A clock that stands still while this process does: asleep, stopped (Ctrl-Z), or without a processor. */
export type AwakeClock = () => number;

/** Builds one. `tick` is to be called at least every `tickMs`; of a longer time between two calls, twice as much counts. */
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

/** How long the main thread of a process has worked, and how long it has waited for a processor, in milliseconds. */
export type ProcessorTime = { worked: number; waited: number };

/** The times of a process since its start; zeros where the system does not say them. */
export function processorTimeOf(pid: number): ProcessorTime {
  try {
    const [worked, waited] = readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ');
    return { worked: Number(worked) / 1e6, waited: Number(waited) / 1e6 };
  } catch {
    return { worked: 0, waited: 0 };
  }
}

/** Whether somebody has stopped a process; false where the system does not say it. */
export function isStopped(pid: number): boolean {
  try {
    // The state stands behind the name, which may have brackets in it.
    return /^T/.test(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1) ?? '');
  } catch {
    return false;
  }
}

/** The beats of one process, as the supervisor hears them. */
export type Beats = {
  heard(): void;
  /** The process may be silent for so long; 0 ends it. */
  mayBeSilent(ms: number): void;
  /** When it was heard last, by the clock. */
  lastAt(): number;
  /**
   * How long it has been silent although it must not be. The time that it waited for a processor does not count, and a
   * second of work counts as two: work of more than five seconds is announced.
   */
  silentMs(): number;
};

/** Begins with a process that may be silent for `startMs`. */
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
