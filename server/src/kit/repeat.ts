import { setTimeout as pause } from 'node:timers/promises';

/**
 * Runs `work` every `everyMs` milliseconds, one run after the other. Calls `onFailure` with the first error of a row of
 * errors, because an outage may be long. Returns the function that ends it and waits for the running work.
 */
export function repeat(
  work: () => Promise<unknown>,
  everyMs: number,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  let isFailing = false;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      try {
        await work();
        isFailing = false;
      } catch (error) {
        if (!isFailing && !signal.aborted) onFailure(error);
        isFailing = true;
      }
    }
  }

  const running = run();
  return () => {
    ending.abort();
    return running;
  };
}
