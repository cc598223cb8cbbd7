import { isDeepStrictEqual } from 'node:util';
import type { Logger } from '../kit/logger.ts';
import type { ChangesFeed } from './changes.feed.ts';

export type StateFollower = {
  /** Reads the state, and again when the log of changes has grown. Resolves after the first attempt, failed or not. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

const retryMs = 2_000;

/**
 * Keeps a small state in memory as the tables have it: reads all of it whenever the log has grown, and passes it on
 * when it is another one. While it cannot be read, the last one stays. `what` names it in the server's log.
 */
export function followState<State>(parts: {
  what: string;
  read: () => Promise<State>;
  use: (state: State) => void;
  feed: ChangesFeed;
  logger: Logger;
}): StateFollower {
  const { what, read, use, feed, logger } = parts;
  const stopping = new AbortController();
  let used: State | null = null;
  let asked = false;
  let running: Promise<void> | null = null;
  let isFailing = false;
  let retry: NodeJS.Timeout | undefined;
  let unsubscribe = () => {};

  async function run(): Promise<void> {
    while (asked && !stopping.signal.aborted) {
      asked = false;
      try {
        const state = await read();
        if (!isDeepStrictEqual(state, used)) use(state);
        used = state;
        isFailing = false;
      } catch (error) {
        // Logged once: in an outage it is read many times.
        if (!isFailing) logger.error({ err: error }, `${what} could not be read, they stay`);
        isFailing = true;
        clearTimeout(retry);
        retry = setTimeout(wake, retryMs).unref();
      }
    }
    running = null;
  }

  function wake(): Promise<void> {
    asked = true;
    running ??= run();
    return running;
  }

  return {
    async start() {
      unsubscribe = feed.subscribe(wake);
      await wake();
    },
    async stop() {
      unsubscribe();
      clearTimeout(retry);
      stopping.abort();
      await running;
    },
  };
}
