/*
 * Repeated work at whole multiples of its interval by the clock of the machine, so that all such work of all processes is done in one
 * wake-up: an idle machine pays more for waking than for a check (ADR 63).
 */

/** Returns the milliseconds until the next multiple of `everyMs` that is at least half an interval away. */
export function untilStep(everyMs: number): number {
  const left = everyMs - (Date.now() % everyMs);
  // A timer may fire a little early: then this multiple has had its turn.
  return left < everyMs / 2 ? left + everyMs : left;
}

/** Does the work at each multiple of `everyMs`. It does not keep the process alive. Returns the function that stops it. */
export function repeatInStep(everyMs: number, work: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = () => {
    timer = setTimeout(run, untilStep(everyMs)).unref();
  };
  const run = () => {
    wait();
    work();
  };
  wait();
  return () => clearTimeout(timer);
}
