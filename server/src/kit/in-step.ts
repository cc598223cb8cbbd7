/**
 * Repeats work each `everyMs` milliseconds, at whole multiples of it since the start of the process, so that all such work of a
 * process is done in one wake-up: an idle process pays more for waking than for a check (ADR 63). It does not keep the process
 * alive. Returns the function that stops it.
 */
export function repeatInStep(everyMs: number, work: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = () => {
    const left = everyMs - (performance.now() % everyMs);
    // A timer may fire a little early: then this multiple has had its turn.
    const ms = left < everyMs / 2 ? left + everyMs : left;
    timer = setTimeout(run, Math.ceil(ms)).unref();
  };
  const run = () => {
    wait();
    work();
  };
  timer = setTimeout(run, Math.ceil(everyMs - (performance.now() % everyMs))).unref();
  return () => clearTimeout(timer);
}
