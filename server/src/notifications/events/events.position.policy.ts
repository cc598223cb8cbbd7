import type { Position } from './events.table.ts';

/** Tells whether `other` has passed numbers that `one` has not. */
export const isBehind = (one: Position, other: Position): boolean =>
  one.seq < other.seq || one.unlogged < other.unlogged;

export const isSame = (one: Position, other: Position): boolean =>
  one.seq === other.seq && one.unlogged === other.unlogged;

/** Returns the position that has passed what either of the two has. */
export const further = (one: Position, other: Position): Position => ({
  seq: Math.max(one.seq, other.seq),
  unlogged: Math.max(one.unlogged, other.unlogged),
});

/** Returns the position that has passed only what both have. */
export const nearer = (one: Position, other: Position): Position => ({
  seq: Math.min(one.seq, other.seq),
  unlogged: Math.min(one.unlogged, other.unlogged),
});
