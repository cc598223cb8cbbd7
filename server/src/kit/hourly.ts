/** Not at once: a start has other work to do. */
const firstAfterMs = 10_000;
const againAfterMs = 60_000;
const hourMs = 3_600_000;

/** Does some work soon after the start, an hour after it was done, and a minute after it failed; answers the function that ends it. */
export function hourly(
  work: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): () => void {
  let hasEnded = false;
  let timer = setTimeout(run, firstAfterMs).unref();

  async function run(): Promise<void> {
    let nextAfterMs = hourMs;
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
