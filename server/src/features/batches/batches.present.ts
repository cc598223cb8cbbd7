import type { Batch, BatchPreview } from '@adwarden/contract/batches/batches';
import { limits } from '@adwarden/contract/limits';
import { can } from '@adwarden/contract/people/abilities';
import type { Person } from '@adwarden/contract/people/people';
import type { ChangeEntry } from '../../changes/changes.store.ts';
import { isoTime, isoTimeOrNull } from '../../kit/clock.ts';
import { undoRefusal } from './batches.policy.ts';
import { doneOf, type StoredBatch } from './batches.table.ts';

const previewMs = limits.batches.previewMinutes * 60_000;

/** Returns the entry of the log for the start or the early end of a batch. */
export const batchEntry = (
  { id: key, title, kind, total }: StoredBatch,
  action: 'create' | 'end',
): ChangeEntry => ({ entity: 'batch', key, action, row: { title, kind, total } });

/** Returns the time from which a preview can no longer be started, in epoch milliseconds. */
export const expiryOf = ({ createdAt }: Pick<StoredBatch, 'createdAt'>): number =>
  createdAt + previewMs;

/** Returns a preview as it is sent. */
export function presentPreview(batch: StoredBatch): BatchPreview {
  const { changed, created, unchanged, refused, findings, impact } = batch.facts;
  const { delivery = null, causes = [] } = batch.facts;
  return {
    previewID: batch.id,
    kind: batch.kind,
    title: batch.title,
    total: changed + created + unchanged + refused,
    changed,
    created,
    unchanged,
    refused,
    findings,
    impact,
    delivery,
    causes,
    at: isoTimeOrNull(batch.at),
    expiresAt: isoTime(expiryOf(batch)),
  };
}

/** Returns a batch as it is sent to a person. `undoneBy` is the batch that takes it back; `now` is the database's time. */
export function presentBatch(
  person: Person,
  batch: StoredBatch,
  { undoneBy, now }: { undoneBy: string | undefined; now: number },
): Batch {
  const { startedAt, endedAt, undoOf } = batch;
  const isRunning = batch.state === 'running';
  return {
    id: batch.id,
    state: batch.state as Batch['state'],
    kind: batch.kind,
    title: batch.title,
    total: batch.total,
    done: doneOf(batch),
    changed: batch.changed,
    requested: batch.requested,
    skipped: batch.skipped,
    failed: batch.failed,
    refused: batch.facts.refused,
    by: { kind: batch.authorKind, id: batch.authorId, name: batch.authorName },
    at: isoTime(startedAt ?? batch.createdAt),
    endedAt: isoTimeOrNull(endedAt),
    remainingSeconds: isRunning ? remaining(batch, now) : null,
    undoOf,
    undoneBy: undoneBy ?? null,
    canCancel: isRunning && can(person, 'write'),
    canUndo: can(person, 'write') && undoRefusal(batch, undoneBy) === null,
  };
}

/** Estimates the remaining seconds at the speed until now; null before anything is done. */
function remaining(batch: StoredBatch, now: number): number | null {
  const done = doneOf(batch);
  if (done === 0 || batch.startedAt === null) return null;
  const each = Math.max(0, now - batch.startedAt) / done;
  return Math.ceil(((batch.total - done) * each) / 1000);
}
