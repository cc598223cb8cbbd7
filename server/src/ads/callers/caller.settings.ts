import { isDeepStrictEqual } from 'node:util';
import type { ApiMethod } from '@adwarden/contract/global-config';
import type { ChangesFeed } from '../../changes/changes.feed.ts';
import type { Logger } from '../../kit/logger.ts';

/** The global settings that say how callers are found; '' stands for a missing key. */
export type CallerSettings = { apiMethod: ApiMethod; ipInfoToken: string; vpnApiKey: string };

export type CallerSettingsFollower = {
  /** Reads them, and again when the log of changes has grown. Resolves after the first attempt, also when it failed. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

const retryMs = 2_000;

/** Passes each new state of these settings on. While they cannot be read, the last state stays. */
export function followCallerSettings(parts: {
  read: () => Promise<CallerSettings>;
  use: (settings: CallerSettings) => void;
  feed: ChangesFeed;
  logger: Logger;
}): CallerSettingsFollower {
  const { read, use, feed, logger } = parts;
  const stopping = new AbortController();
  let used: CallerSettings | null = null;
  let asked = false;
  let running: Promise<void> | null = null;
  let isFailing = false;
  let retry: NodeJS.Timeout | undefined;
  let unsubscribe = () => {};

  async function run(): Promise<void> {
    while (asked && !stopping.signal.aborted) {
      asked = false;
      try {
        const settings = await read();
        if (!isDeepStrictEqual(settings, used)) use(settings);
        used = settings;
        isFailing = false;
      } catch (error) {
        // Logged once: in an outage it is read many times.
        if (!isFailing) {
          logger.error({ err: error }, 'the settings of callers could not be read, they stay');
        }
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
