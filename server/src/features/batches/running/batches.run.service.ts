import type { ChangeLog } from '../../../changes/change-log.ts';
import { databaseNow } from '../../../db/now.ts';
import type { Db, Tx } from '../../../db/schema.ts';
import { sortIntoIndexes } from '../../../db/text-search.ts';
import { systemAuthor } from '../../../http/actor.ts';
import { endEarly } from '../batches.ending.service.ts';
import { nextApps, nextToTakeBack, saveBecame } from '../batches.rows.store.ts';
import * as store from '../batches.store.ts';
import { authorOf, type Became, doneOf, isLarge, type StoredBatch } from '../batches.table.ts';
import type { CarryOut } from './batches.carry-out.service.ts';
import { createLogCheck } from './batches.log-check.service.ts';

export type RunningDeps = {
  db: Db;
  changeLog: ChangeLog;
  carryOut: CarryOut;
  /** Asks for all rules of findings to run soon, because a large batch has ended. */
  judgeSoon: (tx: Tx) => Promise<void>;
};

/**
 * The number of apps that one transaction changes: as many as take about `targetMs`, because other people's saves wait for it.
 */
const slice = { first: 50, least: 40, most: 200, targetMs: 100 };
/** The number of apps after which the text indexes are brought up to date, before a write has to do it. */
const sortEvery = 300;

/**
 * Changes the next apps of a batch, which then rests for a share of the time that this took. Writes nothing if another node is
 * doing that now, or if the batch has ended.
 */
export type CarryOutNext = (batchID: string, restShare: number) => Promise<void>;

/**
 * Builds the function that changes the next apps of a batch. One transaction changes some apps and stores the outcome of each. So
 * each app is changed exactly once, even if a node dies.
 */
export function createCarryOutNext(deps: RunningDeps): CarryOutNext {
  const { db, changeLog, carryOut, judgeSoon } = deps;
  const whyLogIsFull = createLogCheck();
  let size = slice.first;
  let unsorted = 0;
  let sorting: Promise<void> | null = null;

  /** Brings the text indexes up to date while the next transactions run. If it fails, a later write does it. */
  function sort(count: number): void {
    unsorted += count;
    if (unsorted < sortEvery || sorting) return;
    unsorted = 0;
    sorting = sortIntoIndexes(db)
      .catch(() => {})
      .finally(() => {
        sorting = null;
      });
  }

  return async (id, restShare) => {
    let count = 0;
    const began = performance.now();
    await changeLog(systemAuthor, async (write) => {
      const { tx } = write;
      const batch = await store.findBatch(tx, id);
      const now = await databaseNow(tx);
      if (batch?.state !== 'running' || batch.nextAt > now) return;
      const { undoOf } = batch;
      const apps = undoOf
        ? await nextToTakeBack(tx, { id, undoOf }, size)
        : await nextApps(tx, id, size);
      const [app] = apps;
      if (!app) {
        await store.saveProgress(tx, { ...batch, state: 'done', endedAt: now });
        return;
      }
      const full = await whyLogIsFull(tx, authorOf(batch), logQuotaOf(batch));
      if (full !== null) {
        const reason = `Stopped here, the rest is as it was. ${full}: start the rest later`;
        const became: Became = { outcome: 'failed', reason };
        const bytes = await saveBecame(tx, batch, [{ app, became }]);
        await endEarly(write, added(batch, [became], bytes), judgeSoon);
        return;
      }
      const became = await carryOut(write.inBatch(id, isLarge(batch)), batch, apps);
      count = became.length;
      const done = apps.map((app, index) => ({ app, became: became[index] as Became }));
      const bytes = await saveBecame(tx, batch, done);
      const progress = added(batch, became, bytes);
      const isOver = doneOf(progress) >= batch.total;
      if (isOver && isLarge(batch)) await judgeSoon(tx);
      const end = await databaseNow(tx);
      await store.saveProgress(tx, {
        ...progress,
        ...(isOver && { state: 'done' as const, endedAt: end }),
        // All nodes respect this time.
        nextAt: end + Math.round(restShare * (end - now)),
      });
    });
    if (count === 0) return;
    sort(count);
    const tookMs = performance.now() - began;
    const fitting = Math.round((count * slice.targetMs) / Math.max(1, tookMs));
    // One quick transaction does not make the next one much longer.
    size = Math.min(slice.most, Math.max(slice.least, Math.min(fitting, size * 2)));
  };
}

const logQuotaOf = ({ undoOf }: StoredBatch) =>
  undoOf === null ? 'loggedBytes' : 'loggedBytesOfUndo';

/** Returns the counts of a batch after some more outcomes, whose rows have this many more bytes. */
function added(batch: StoredBatch, became: Became[], bytes: number): StoredBatch {
  // An undo started by an older version expects no bytes.
  const sum = { ...batch, bytes: Math.max(0, batch.bytes + bytes) };
  for (const { outcome } of became) sum[outcome] += 1;
  return sum;
}
