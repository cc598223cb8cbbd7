import { hourMs } from './clock.ts';

/** The delay of the first run, because a start has more urgent work. */
const firstAfterMs = 10_000;
const againAfterMs = 60_000;

/**
 * Runs `work` soon after the start, then one hour (or `everyMs`) after each success and one minute after each failure.
 * Returns the function that stops it.
 */
export function hourly(
  work: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
  everyMs = hourMs,
): () => void {
  let hasEnded = false;
  let timer = setTimeout(run, firstAfterMs).unref();

  async function run(): Promise<void> {
    let nextAfterMs = everyMs;
    try {
      await work();
    } catch (error) {
      nextAfterMs = againAfterMs;
      if (!hasEnded) onFailure(error);
    }
    if (!hasEnded) timer = setTimeout(run, nextAfterMs).unref();
  }

  return () => {
    hasEnded = true;
    clearTimeout(timer);
  };
}
