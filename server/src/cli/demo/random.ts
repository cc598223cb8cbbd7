/** Random values from a seed, so that the demo is the same every time, except ids and tokens. */
export type RandomValues = {
  /** A whole number from 0 to `bound` - 1. */
  below(bound: number): number;
  pick<T>(list: readonly T[]): T;
  /** True with this probability, from 0 to 1. */
  chance(share: number): boolean;
  digits(length: number): string;
};

/** Builds the random values of a seed (mulberry32). */
export function createRandomValues(seed: number): RandomValues {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    below,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
    chance: (share) => next() < share,
    digits: (length) => Array.from({ length }, () => below(10)).join(''),
  };
}
