import type { limits } from '@adwarden/contract/limits';
import type { Db } from '../db/schema.ts';
import type { EndedBytes } from './pruning.store.ts';
import type { Slices } from './slices.ts';

/** The limits of kept things, as `limits.kept`. */
export type Kept = {
  [Name in keyof typeof limits.kept]: Record<keyof (typeof limits.kept)[Name], number>;
};

/** One run of pruning, which all rules share. */
export type PruningRun = {
  db: Db;
  slices: Slices;
  kept: Kept;
  endedBytes: EndedBytes;
  /** The time of the run in epoch milliseconds; a wrong clock cannot move it far (ADR 64). */
  now: number;
};

/** Deletes the rows of one kind that are not kept any more (ADR 143). */
export type PruningRule = {
  /** The name in the log: that of `limits.kept`, unless a rule there covers several kinds. */
  kind: string;
  /** Deletes in slices (ADR 113); returns how many rows. */
  prune: (run: PruningRun) => Promise<number>;
};
