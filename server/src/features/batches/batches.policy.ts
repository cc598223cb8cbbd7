import { type BatchChange, fieldsOfEach } from '@adwarden/contract/batches/batch-change';
import { fieldName } from '@adwarden/contract/changes/changes';
import type { FieldError } from '@adwarden/contract/envelope';
import type { StoredBatch } from './batches.table.ts';

/*
 * Who may do what with batches. What a batch may do to each app is decided as for a single edit (edits.plan.policy).
 */

/** The part of a change that only an administrator may make; null when there is none (ADR 28 "Who may call"). */
export function administratorsPart(change: BatchChange): FieldError | null {
  const refuse = (field: string, label: string) => ({
    field: `change.${field}`,
    message: `${label} is for administrators only`,
  });
  if (change.delete) return refuse('delete', 'To delete applications');
  if (change.country !== undefined || change.countries !== undefined)
    return refuse('country', fieldName('app', 'country'));
  for (const field of ['selectedUser', 'ipAddress'] as const) {
    if (change.set?.[field] !== undefined) return refuse(`set.${field}`, fieldName('app', field));
  }
  if (fieldsOfEach(change).includes('ipAddress'))
    return refuse('setEach', fieldName('app', 'ipAddress'));
  return null;
}

/** Why a batch cannot be undone; null when it can. `undoneBy`: the batch that takes it back already. */
export function undoRefusal(
  batch: Pick<StoredBatch, 'state' | 'kind' | 'changed' | 'requested'>,
  undoneBy: string | undefined,
): string | null {
  if (batch.state === 'running') return 'This bulk change still runs: cancel it first';
  if (batch.kind === 'undo') return 'This bulk change is an undo: start the change again';
  if (undoneBy !== undefined) return 'This bulk change is undone already';
  if (batch.kind === 'tokens') return 'New tokens cannot be taken back';
  if (batch.changed + batch.requested === 0) return 'This bulk change has changed nothing';
  return null;
}
