import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Requests the same ads every 5 ms, on one connection, in its own thread. */
export type AdsClock = {
  /**
   * Returns the largest delay of an answer since the last call, in milliseconds, also of one that is due; throws when an answer
   * was not 200.
   */
  worst(): Promise<number>;
  stop(): Promise<unknown>;
};

/** Starts requesting the ads of this URL, which the process `pid` answers. */
export function startAdsClock(
  { hostname: host, port, pathname, search }: URL,
  pid: number,
): AdsClock {
  const thread = new Worker(new URL('./ads-clock.thread.ts', import.meta.url), {
    workerData: { host, port: Number(port), path: pathname + search, pid },
  });
  return {
    async worst() {
      const heard = once(thread, 'message');
      thread.postMessage('worst');
      const [{ ms, failure }] = await heard;
      if (failure) throw new Error(`the ads fail: ${failure}`);
      return ms;
    },
    stop: () => thread.terminate(),
  };
}
