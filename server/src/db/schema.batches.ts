import type { OnOff } from '@adwarden/contract/apps';
import type { BatchKind, BatchOutcome, PreviewOutcome } from '@adwarden/contract/batches/batches';
import type { PersonKind } from '@adwarden/contract/people/people';

/* The tables of batches (ADR 37); schema.ts says how columns are written. */

/**
 * One change of many apps. `making`: its preview is being written. `preview`: it waits for its start. `dropped`: the
 * preview can no longer be started and is being deleted. The pruning deletes what is left of those that never ran.
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
  authorKind: PersonKind;
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
  /** What its rows take, in bytes; for an undo that runs, also what its next rows are expected to take. */
  bytes: number;
  /** Whether it has ended and its rows hold only what its undo needs. */
  trimmed: OnOff;
}

/**
 * An app of a batch or of its preview. An undo has rows only for the apps that are done; the others are those that its batch
 * has changed.
 */
export interface BatchAppTable {
  batchID: string;
  /** What the preview said. A batch does something only for `changed` and `created`. */
  outcome: PreviewOutcome;
  /** From 0, without gaps, among the apps with this outcome; an undo has the places of its batch. */
  place: number;
  appID: string;
  appName: string;
  /** The row of the imported file. */
  fileRow: number | null;
  version: number | null;
  countryVersion: number | null;
  became: BatchOutcome;
  /** Why it was skipped or failed, or what was left as it is. */
  reason: string;
  /** The change request that was made for it. */
  request: string | null;
  /** JSON of why an app is refused; '' for none. */
  errors: string;
  /** JSON of the wanted values of an import; '' when they follow from the batch's change. */
  changes: string;
}
