/** The time of a device. `now` is the wall clock, `uptime` never jumps; both in milliseconds. */
export type Clock = {
  now(): number;
  uptime(): number;
  /** Calls `run` after `wait` milliseconds, and returns a function that cancels it. */
  after(wait: number, run: () => void): () => void;
};

/** The clock of this device. */
export const deviceClock: Clock = {
  now: () => Date.now(),
  uptime: () => performance.now(),
  after(wait, run) {
    const timer: unknown = setTimeout(run, wait);
    // In Node, a waiting retry must not keep the process alive.
    (timer as { unref?: () => void }).unref?.();
    return () => clearTimeout(timer as number);
  },
};
