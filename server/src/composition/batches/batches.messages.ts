import type { ThreadSettings } from '../threads/thread.program.ts';

/* What the serving thread and the thread for batches ask of each other. */

/** What the thread for batches is started with. */
export type BatchSettings = ThreadSettings & { logLevel: string };

/** What the thread for batches answers. */
export type BatchAnswers = {
  /** Changes the next apps of a batch; see `CarryOutNext`. */
  carryOutNext(turn: { batchID: string; restShare: number }): Promise<void>;
  /** Ends the thread. */
  end(nothing: null): Promise<void>;
};

/** What the serving thread answers. */
export type ServingAnswers = {
  /** Waits for the turn to write to SQLite. Returns the number of the turn, for `leaveTurn`. */
  takeTurn(nothing: null): Promise<number>;
  leaveTurn(turn: number): Promise<void>;
};
