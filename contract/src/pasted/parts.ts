/*
 * Long work in parts. Between two of them, a page can do something else, so that it stays quick while a long text is read.
 */

/** Work in parts, which ends with a result. */
export type Parts<T> = Generator<void, T>;

/** Items that are read without a pause: 1 to 15 ms. */
const together = 1000;

/** Does all parts at once, and returns the result. */
export function atOnce<T>(parts: Parts<T>): T {
  let part = parts.next();
  while (!part.done) part = parts.next();
  return part.value;
}

/** Collects everything that is read one by one, with a pause after many. */
export function* allOf<T>(each: Iterable<T>): Parts<T[]> {
  const all: T[] = [];
  for (const one of each) {
    all.push(one);
    if (all.length % together === 0) yield;
  }
  return all;
}

/** Calls a function for each item, with a pause after many. */
export function* eachOf<T>(
  items: readonly T[],
  act: (item: T, index: number) => void,
): Parts<void> {
  for (const [index, item] of items.entries()) {
    act(item, index);
    if ((index + 1) % together === 0) yield;
  }
}

/** Returns what a function makes of each item, with a pause after many. */
export function* mapped<T, R>(items: readonly T[], read: (item: T) => R): Parts<R[]> {
  const all: R[] = [];
  yield* eachOf(items, (item) => all.push(read(item)));
  return all;
}

/** Returns the items for which a function says yes, with a pause after many. */
export function* kept<T>(items: readonly T[], is: (item: T) => boolean): Parts<T[]> {
  const all: T[] = [];
  yield* eachOf(items, (item) => {
    if (is(item)) all.push(item);
  });
  return all;
}
