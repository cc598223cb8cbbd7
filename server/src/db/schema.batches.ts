import type { BatchKind, PreviewOutcome } from '@adwarden/contract/batches/batches';

/* The tables of batches (ADR 37); schema.ts says how columns are written. */

/**
 * One change of many apps. `making`: its preview is being written. `preview`: it waits for its start. `dropped`: the
 * preview can no longer be started. The pruning deletes all that never ran.
 */
export type StoredBatchState = 'making' | 'preview' | 'dropped' | 'running' | 'done' | 'cancelled';

export interface BatchTable {
  id: string;
  state: StoredBatchState;
  kind: BatchKind;
  title: string;
  /** JSON of the contract's `change`; `{}` for an import and an undo. */
  change: string;
  /** When the change is made, for change requests; null is at once. */
  at: number | null;
  /** SHA-256 of the bearer token of the session that made the preview. */
  session: string;
  authorKind: 'admin' | 'user';
  authorId: string;
  authorName: string;
  authorLogin: string;
  authorAddress: string;
  /** JSON of what the preview found: counts, findings and impact. */
  facts: string;
  /** The number of apps to change, and what became of those that are done. */
  total: number;
  changed: number;
  requested: number;
  skipped: number;
  failed: number;
  /** By the database's clock, as all times here. */
  createdAt: number;
  startedAt: number | null;
  endedAt: number | null;
  /** When its next apps may be changed: until then, other writers have their turn. */
  nextAt: number;
  /** The batch that this one takes back. */
  undoOf: string | null;
}

/** At most 200 apps of a batch, all with the same outcome in the preview. */
export interface BatchPartTable {
  batchID: string;
  outcome: PreviewOutcome;
  /** From 0, among the parts with this outcome. All but the last one are full. */
  place: number;
  size: number;
  /** How many of its apps are done, and what became of them. */
  done: number;
  changed: number;
  requested: number;
  skipped: number;
  failed: number;
  /** JSON array, in the order of the apps: what became of each that is done. */
  outcomes: string;
  /** JSON array of the apps; '' for an undo, which takes those of the batch that it undoes. */
  apps: string;
}
