import type { OnOff } from '@adwarden/contract/apps';
import type { BatchKind, BatchOutcome, PreviewOutcome } from '@adwarden/contract/batches/batches';
import type { PersonKind } from '@adwarden/contract/people/people';

/* The tables of batches (ADR 37); schema.ts says how columns are written. */

/**
 * The states of one change of many apps. `making`: its preview is being written. `preview`: it waits for its start. `dropped`:
 * the preview can no longer be started and is being deleted. The pruning deletes the rest of those that never ran.
 */
type StoredBatchState = 'making' | 'preview' | 'dropped' | 'running' | 'done' | 'cancelled';

export interface BatchTable {
  id: string;
  state: StoredBatchState;
  kind: BatchKind;
  title: string;
  /** JSON of the contract's `change`; `{}` for an import and an undo. */
  change: string;
  /** The time of the change, for change requests; null is at once. */
  at: number | null;
  /** SHA-256 of the bearer token of the session that made the preview. */
  session: string;
  authorKind: PersonKind;
  authorId: string;
  authorName: string;
  authorLogin: string;
  authorAddress: string;
  /** JSON of the preview's result: counts, findings and impact. */
  facts: string;
  /** The number of apps to change, and the results of those that are done. */
  total: number;
  changed: number;
  requested: number;
  skipped: number;
  failed: number;
  /** By the database's clock, like all times here. */
  createdAt: number;
  startedAt: number | null;
  endedAt: number | null;
  /** The time from which its next apps may be changed: until then, other writers have their turn. */
  nextAt: number;
  /** The batch that this one takes back. */
  undoOf: string | null;
  /** The bytes of its rows; for a running undo, also the expected bytes of its next rows. */
  bytes: number;
  /** Whether it has ended and its rows hold only what its undo needs. */
  trimmed: OnOff;
}

/**
 * An app of a batch or of its preview. An undo has rows only for the apps that are done; its other apps are those that its batch
 * has changed.
 */
export interface BatchAppTable {
  batchID: string;
  /** The outcome in the preview. A batch does something only for `changed` and `created`. */
  outcome: PreviewOutcome;
  /** Its number from 0, without gaps, among the apps with this outcome; an undo has the places of its batch. */
  place: number;
  appID: string;
  appName: string;
  /** The row of the imported file. */
  fileRow: number | null;
  version: number | null;
  countryVersion: number | null;
  became: BatchOutcome;
  /** The reason why it was skipped or failed, or what stayed unchanged. */
  reason: string;
  /** The change request that was made for it. */
  request: string | null;
  /** JSON of the reasons why an app is refused; '' for none. */
  errors: string;
  /** JSON of the wanted values of an import; '' when they follow from the batch's change. */
  changes: string;
}
