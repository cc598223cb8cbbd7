import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Builds a queue of turns of the event loop: each call waits for a turn that no other call has. Without it, eight answers
 * that are sent at once would make eight pieces in one turn, and an ads answer would wait for all of them.
 */
export function createLoopTurns(): () => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    last = last.then(() => nextTurn());
    return last;
  };
}
