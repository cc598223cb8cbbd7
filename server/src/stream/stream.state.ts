import { createOutage } from '../kit/faults/outage.ts';
import type { Logger } from '../kit/logger.ts';

/** A small state that the tables hold, as it was read last. */
export type ReadState<State> = {
  /** Reads it anew, and answers it. While it cannot be read, answers the last one; undefined if there is none. */
  fresh(): Promise<State | undefined>;
  /** Whether the last attempt to read it has failed. */
  readonly isFailing: boolean;
};

/** Builds it. `what` names it in the server's log. Calls during a reading wait for one more reading, which they share. */
export function readState<State>(deps: {
  what: string;
  read: () => Promise<State>;
  logger: Logger;
}): ReadState<State> {
  const { what, read, logger } = deps;
  const outage = createOutage(logger, {
    failing: `${what} could not be read, they stay`,
    again: `${what} can be read again`,
  });
  let known: State | undefined;
  let isFailing = false;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function readNow(): Promise<void> {
    try {
      known = await read();
      isFailing = false;
      outage.works();
    } catch (error) {
      isFailing = true;
      outage.fails(error);
    }
  }

  function begin(): Promise<void> {
    running = readNow().finally(() => {
      running = null;
    });
    return running;
  }

  return {
    get isFailing() {
      return isFailing;
    },
    async fresh() {
      if (running) {
        next ??= running.then(() => {
          next = null;
          return begin();
        });
      }
      await (next ?? begin());
      return known;
    },
  };
}
