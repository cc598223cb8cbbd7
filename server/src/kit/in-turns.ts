import { setImmediate as nextTurn } from 'node:timers/promises';

/** Does `work` for each item. After every `perTurn` items the event loop gets a turn, in which phones are answered. */
export async function inTurns<T, R>(
  items: readonly T[],
  perTurn: number,
  work: (item: T) => R,
): Promise<R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % perTurn === 0) await nextTurn();
    results.push(work(item));
  }
  return results;
}
