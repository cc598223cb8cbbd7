import type { PreviewOutcome } from '@adwarden/contract/batches/batches';
import { limits } from '@adwarden/contract/limits';
import { shorten } from '@adwarden/contract/shorten';
import type { BatchAppTable } from '../../../db/schema.batches.ts';
import type { AppValues } from '../../../edits/edits.table.ts';
import { AppError } from '../../../kit/app-error.ts';
import { newId } from '../../../kit/ids.ts';
import { bytesOfRow, rowOf } from '../batches.rows.store.ts';
import type { PreviewedApp, PreviewFacts, RowError } from '../batches.table.ts';
import { createCauses } from './batches.causes.policy.ts';
import type { Tally } from './batches.tally.service.ts';

/**
 * An app of a preview. `before` are its present values, which are counted and not stored. A created app has no `appID` yet;
 * `changes` are all its values.
 */
export type PreviewRow = PreviewedApp & { outcome: PreviewOutcome; before?: AppValues | undefined };

const { apps: mostApps, compared, refusedListed, previewBytes, errors: bounds } = limits.batches;
/** The rows and the bytes of texts at which a statement inserts the rows so far. */
const atOnce = { rows: 800, bytes: 256 * 1024 };

/**
 * Builds the bounds of the errors stored with refused rows: at most 20 a row, with bounded texts. Beyond `bounds.bytes` of a
 * preview, each row keeps only its first error: a small file could fill the disk with such texts.
 */
function createErrorBounds() {
  let left: number = bounds.bytes;
  return (errors: RowError[]): RowError[] => {
    const kept = errors.slice(0, bounds.ofRow).map(({ field, message, column }) => ({
      field: shorten(field, limits.import.heading),
      message: shorten(message, limits.errors.message),
      ...(column !== undefined && { column: shorten(column, limits.import.heading) }),
    }));
    left -= Buffer.byteLength(JSON.stringify(kept));
    if (left >= 0) return kept;
    return kept.slice(0, 1).map(({ field, message }) => ({ field, message }));
  };
}

/**
 * Writes the rows of a preview as they come, and counts them. `store` gets some rows, and the bytes of all rows up to them.
 * `storesChanges`: the wanted values of each app are stored. Those of an edit are not, because they follow from its change. Only
 * the first `refusedListed` of the refused rows are stored; all are counted.
 */
export function createPreviewWriter(
  { batchID, storesChanges }: { batchID: string; storesChanges: boolean },
  tally: Tally,
  store: (rows: BatchAppTable[], bytes: number) => Promise<void>,
) {
  const counts: Record<PreviewOutcome, number> = {
    changed: 0,
    created: 0,
    unchanged: 0,
    refused: 0,
  };
  const boundErrors = createErrorBounds();
  const causes = createCauses();
  let bytes = 0;
  let pending: BatchAppTable[] = [];
  let pendingBytes = 0;
  /** The first rows that change something: only these are compared with other apps. */
  const first: PreviewRow[] = [];

  async function write(): Promise<void> {
    const rows = pending;
    pending = [];
    bytes += pendingBytes;
    pendingBytes = 0;
    if (bytes > previewBytes) {
      const most = previewBytes / 1024 / 1024;
      throw new AppError('too-large', `The preview would have more than ${most} MB`);
    }
    if (rows.length > 0) await store(rows, bytes);
  }

  async function put({ outcome, before: _, changes, errors, ...app }: PreviewRow): Promise<void> {
    const place = counts[outcome];
    counts[outcome] += 1;
    if (errors) causes.add(errors);
    if (outcome === 'refused' && place >= refusedListed) return;
    const row = rowOf({
      ...app,
      batchID,
      outcome,
      place,
      became: 'waiting',
      reason: '',
      ...(outcome === 'created' && { appID: newId() }),
      ...(errors && { errors: boundErrors(errors) }),
      ...(storesChanges && { changes }),
    });
    pending.push(row);
    pendingBytes += bytesOfRow(row);
    if (pending.length >= atOnce.rows || pendingBytes >= atOnce.bytes) await write();
  }

  return {
    counts,
    first,

    /** Adds rows in their order; AppError 400 when there are more than a batch may have. */
    async add(rows: PreviewRow[]): Promise<void> {
      const all = Object.values(counts).reduce((sum, count) => sum + count, rows.length);
      if (all > mostApps) {
        const most = mostApps.toLocaleString('en');
        throw new AppError('invalid', `At most ${most} applications in one bulk change`);
      }
      const tallied = rows.filter(isToDo).map(({ appID, before = null, changes = {} }) => ({
        appID,
        before,
        changes,
      }));
      tallied.forEach(tally.countFindings);
      await tally.addImpact(tallied);
      first.push(...rows.filter(isToDo).slice(0, compared - first.length));
      for (const row of rows) await put(row);
    },

    /** Writes the remaining rows, and returns the facts. */
    async end(): Promise<{ facts: PreviewFacts; total: number; bytes: number }> {
      await write();
      const total = counts.changed + counts.created;
      return { facts: { ...counts, ...tally.result(), causes: causes.result() }, total, bytes };
    },
  };
}

export const isToDo = ({ outcome }: PreviewRow): boolean =>
  outcome === 'changed' || outcome === 'created';

/** Returns a row as it is judged; a new app has no ID. */
export const imagined = ({ outcome, appID, changes = {} }: PreviewRow) => ({
  appID: outcome === 'created' ? '' : appID,
  changes,
});
