import { type PreviewOutcome, previewOutcomes } from '@adwarden/contract/batches/batches';
import { limits } from '@adwarden/contract/limits';
import type { Db } from '../../../db/schema.ts';
import { AppError } from '../../../kit/app-error.ts';
import { newId } from '../../../kit/ids.ts';
import { insertParts } from '../batches.parts.store.ts';
import type { PartApp, PreviewFacts } from '../batches.table.ts';
import type { AppValues } from '../batches.values.ts';
import type { Tally } from './batches.tally.service.ts';

/**
 * An app of a preview. `before` are its values now; they are counted, not stored. A created app has no `appID` yet;
 * `changes` are all its values.
 */
export type PreviewRow = PartApp & { outcome: PreviewOutcome; before?: AppValues | undefined };

const { partApps, apps: mostApps, compared } = limits.batches;
/** How many parts are written by one statement. */
const partsAtOnce = 4;

export type PreviewWriter = ReturnType<typeof createPreviewWriter>;

/**
 * Writes the rows of a preview in parts, as they come, and counts them. `storesChanges`: the wanted values of each app are
 * stored. Those of an edit are not, because they follow from its change.
 */
export function createPreviewWriter(
  db: Db,
  { batchID, storesChanges }: { batchID: string; storesChanges: boolean },
  tally: Tally,
) {
  const counts: Record<PreviewOutcome, number> = {
    changed: 0,
    created: 0,
    unchanged: 0,
    refused: 0,
  };
  const open = new Map<PreviewOutcome, PartApp[]>(previewOutcomes.map((name) => [name, []]));
  const full: { batchID: string; outcome: PreviewOutcome; place: number; apps: PartApp[] }[] = [];
  const places = new Map<PreviewOutcome, number>();
  /** The first rows that change something: only these are compared with other apps. */
  const first: PreviewRow[] = [];

  function close(outcome: PreviewOutcome): void {
    const apps = open.get(outcome) ?? [];
    if (apps.length === 0) return;
    const place = places.get(outcome) ?? 0;
    places.set(outcome, place + 1);
    full.push({ batchID, outcome, place, apps });
    open.set(outcome, []);
  }

  async function write(least: number): Promise<void> {
    while (full.length >= least && full.length > 0) {
      await insertParts(db, full.splice(0, partsAtOnce));
    }
  }

  function put({ outcome, before: _, changes, ...row }: PreviewRow): void {
    counts[outcome] += 1;
    const apps = open.get(outcome) ?? [];
    const app = { ...row, ...(storesChanges && { changes }) };
    apps.push(outcome === 'created' ? { ...app, appID: newId() } : app);
    if (apps.length === partApps) close(outcome);
  }

  return {
    counts,
    first,

    /** Adds rows in their order; AppError 400 when there are more than a batch may have. */
    async add(rows: PreviewRow[]): Promise<void> {
      const all = Object.values(counts).reduce((sum, count) => sum + count, rows.length);
      if (all > mostApps) {
        const most = mostApps.toLocaleString('en');
        throw new AppError('invalid', `At most ${most} applications in one batch`);
      }
      const tallied = rows.filter(isToDo).map(({ appID, before = null, changes = {} }) => ({
        appID,
        before,
        changes,
      }));
      tallied.forEach(tally.countFindings);
      await tally.addImpact(tallied);
      first.push(...rows.filter(isToDo).slice(0, compared - first.length));
      rows.forEach(put);
      await write(partsAtOnce);
    },

    /** Writes what is left, and returns what was found. */
    async end(): Promise<{ facts: PreviewFacts; total: number }> {
      for (const outcome of previewOutcomes) close(outcome);
      await write(1);
      return { facts: { ...counts, ...tally.result() }, total: counts.changed + counts.created };
    },
  };
}

export const isToDo = ({ outcome }: PreviewRow): boolean =>
  outcome === 'changed' || outcome === 'created';

/** A row as it is judged; a new app has no ID. */
export const imagined = ({ outcome, appID, changes = {} }: PreviewRow) => ({
  appID: outcome === 'created' ? '' : appID,
  changes,
});
