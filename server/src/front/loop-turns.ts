import { setImmediate as nextTurn } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/**
 * Waits for a turn of the event loop that nobody else has (ADR 18). Work that is done once for each of a thousand
 * clients waits for it: without it, all of them would be served in the same turn, and an ads request would wait for all of them.
 */
export function ownTurn(): Promise<unknown> {
  last = last.then(() => nextTurn());
  return last;
}
