import type { Clock } from '../../kit/clock.ts';

/** A circuit breaker: stops calls to a service that keeps failing, and sometimes lets one call test it. */
export type Breaker = {
  /** Tells whether the service may be asked now. After true, the caller must report with `succeeded` or `failed`. */
  mayAsk(): boolean;
  succeeded(): void;
  failed(): void;
  isOpen(): boolean;
  /** Forgets the failures. */
  reset(): void;
};

const failuresToOpen = 5;
const firstPauseMs = 30_000;
const longestPauseMs = 300_000;

/** Builds a closed breaker. `clock` never goes back or jumps; `told` is called when it opens and when it closes. */
export function createBreaker(clock: Clock, told: (open: boolean) => void): Breaker {
  let failures = 0;
  let pause = firstPauseMs;
  let askAgainAt = 0;
  let trying = false;
  const isOpen = () => failures >= failuresToOpen;

  function reset(): void {
    failures = 0;
    pause = firstPauseMs;
    trying = false;
  }

  return {
    mayAsk() {
      if (!isOpen()) return true;
      if (trying || clock() < askAgainAt) return false;
      trying = true;
      return true;
    },
    succeeded() {
      const wasOpen = isOpen();
      reset();
      if (wasOpen) told(false);
    },
    failed() {
      // Calls that began before it opened are not counted.
      if (isOpen() && !trying) return;
      if (isOpen()) pause = Math.min(pause * 2, longestPauseMs);
      else failures += 1;
      if (!isOpen()) return;
      askAgainAt = clock() + pause;
      if (!trying) told(true);
      trying = false;
    },
    isOpen,
    reset,
  };
}
