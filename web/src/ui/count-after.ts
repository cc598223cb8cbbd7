/** Spec, section 2: counts animate upward over 4 seconds. */
export const countMs = 4000;

/**
 * Returns the shown number `ms` after the start of a count from one number to another: fast at first, then slower and
 * slower.
 */
export function countAfter(ms: number, from: number, to: number): number {
  const way = ms < countMs ? 1 - 2 ** ((-10 * ms) / countMs) : 1;
  return from + (to - from) * way;
}
