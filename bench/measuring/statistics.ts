/** Returns the percentiles of the values; `shares` are from 0 to 1. */
export function percentiles(values: ArrayLike<number>, shares: number[]): number[] {
  const sorted = Float64Array.from(values).sort();
  if (sorted.length === 0) throw new Error('There are no values to take a percentile of');
  return shares.map((share) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] as number);
}

/** Returns one percentile of the values; `share` is from 0 to 1. */
export const percentile = (values: ArrayLike<number>, share: number): number =>
  percentiles(values, [share])[0] as number;

/** Returns the middle value. */
export const median = (values: ArrayLike<number>): number => percentile(values, 0.5);

/** Random numbers from 0 to 1, the same in every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
