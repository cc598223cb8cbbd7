import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Builds a queue of turns of the event loop. Each call waits for a turn of its own. Without the queue, eight large answers
 * would each make a piece in the same turn, and everybody else would wait for all eight.
 */
export function createLoopTurns(): () => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    last = last.then(() => nextTurn());
    return last;
  };
}
