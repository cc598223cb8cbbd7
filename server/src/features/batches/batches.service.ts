import type {
  Batch,
  BatchAppsQuery,
  BatchListQuery,
  PreviewedAppsQuery,
} from '@adwarden/contract/batches/batches';
import type { ChangeLog } from '../../changes/change-log.ts';
import { databaseNow } from '../../db/now.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { AppError, notFound } from '../../kit/app-error.ts';
import { newId } from '../../kit/ids.ts';
import { mustHaveRoom } from '../../quotas/quotas.ts';
import type { NoteMade } from '../../repeats/repeats.ts';
import { seenBatches, seesBatch, seesPreview } from '../../sight/batches.policy.ts';
import { pageOfApps } from './batches.apps.service.ts';
import { endEarly } from './batches.ending.service.ts';
import { undoRefusal } from './batches.policy.ts';
import { batchEntry, expiryOf, presentBatch, presentPreview } from './batches.present.ts';
import { loggedBytesOfUndoQuota, loggedBytesQuota, runningBatchesQuota } from './batches.quota.ts';
import { expectedRowBytes } from './batches.rows.store.ts';
import * as store from './batches.store.ts';
import { noFacts, type StoredBatch } from './batches.table.ts';
import type { PageDeps } from './preview/batches.page.service.ts';
import { createPreviewPages } from './preview/batches.page.service.ts';
import type { Previews } from './preview/batches.preview.service.ts';

export type BatchesDeps = PageDeps & {
  changeLog: ChangeLog;
  /** Makes a preview; see `createPreviews`. */
  makePreview: Previews['make'];
  /** Tells whether what this actor changes in apps needs the approval of an administrator. */
  needsApproval: (db: Db, actor: Actor) => Promise<boolean>;
  /** Asks for all rules of findings to run soon, because a large batch has ended. */
  judgeSoon: (tx: Tx) => Promise<void>;
};

export type Batches = ReturnType<typeof createBatches>;

const conflict = (message: string) => new AppError('conflict', message);

/** Builds what people do with batches (ADR 37). The work on the apps of a batch happens in the background. */
export function createBatches(deps: BatchesDeps) {
  const { db, changeLog, makePreview, needsApproval, judgeSoon } = deps;
  const pageOfPreview = createPreviewPages(deps);

  /** Returns a preview that can be read; 404 for an unknown one, and for that of another session. */
  async function loadPreview(of: Db, actor: Actor, session: string, id: string) {
    const batch = await store.findBatch(of, id);
    if (!batch || batch.state === 'making' || !seesPreview(actor, session, batch)) {
      throw notFound('Preview');
    }
    return batch;
  }

  /** Returns a batch that was started; 404 for an unknown one, and for somebody else's. */
  async function load(of: Db, actor: Actor, id: string): Promise<StoredBatch> {
    const batch = await store.findBatch(of, id);
    if (!batch || batch.startedAt === null || !seesBatch(actor, batch)) throw notFound('Batch');
    return batch;
  }

  async function presented(actor: Actor, batches: StoredBatch[]): Promise<Batch[]> {
    const undone = await store.undosOf(
      db,
      batches.map(({ id }) => id),
    );
    const now = await databaseNow(db);
    return batches.map((batch) =>
      presentBatch(actor, batch, { undoneBy: undone.get(batch.id), now }),
    );
  }
  const present = async (actor: Actor, batch: StoredBatch) =>
    (await presented(actor, [batch]))[0] as Batch;

  return {
    preview: makePreview,

    async previewPage(actor: Actor, session: string, id: string, query: PreviewedAppsQuery) {
      const batch = await loadPreview(db, actor, session, id);
      const isOver = batch.state !== 'preview' || (await databaseNow(db)) > expiryOf(batch);
      if (isOver) throw notFound('Preview');
      const { items, ...totals } = await pageOfPreview(actor, batch, query);
      return { items, totals, preview: presentPreview(batch) };
    },

    /** Starts the batch of a preview; 409 when the preview has expired, was used, or would change nothing. */
    async start(actor: Actor, session: string, id: string, noteMade?: NoteMade): Promise<Batch> {
      const started = await changeLog(actor, async (write) => {
        const { tx } = write;
        const batch = await loadPreview(tx, actor, session, id);
        const now = await databaseNow(tx);
        if (batch.state === 'dropped')
          throw conflict('You have made newer previews: make it again');
        if (batch.state !== 'preview') throw conflict('This preview was used already');
        if (now > expiryOf(batch)) throw conflict('This preview has expired: make it again');
        if (batch.total === 0) throw conflict('This would change nothing');
        if (batch.at !== null && batch.at <= now) {
          throw conflict('The time of this change has passed: make the preview again');
        }
        await mustHaveRoom(tx, actor, runningBatchesQuota);
        await mustHaveRoom(tx, actor, loggedBytesQuota);
        const running: StoredBatch = {
          ...batch,
          state: 'running',
          startedAt: now,
          authorName: actor.fullName,
          authorLogin: actor.login,
          authorAddress: actor.address,
        };
        await store.startBatch(tx, running);
        await write.log(batchEntry(running, 'create'));
        await noteMade?.(tx, id);
        return running;
      });
      return present(actor, started);
    },

    /** Returns a page of batches, the newest first: all for an administrator, their own for an owner. */
    async page(actor: Actor, query: BatchListQuery) {
      const { rows, total } = await store.pageOfBatches(db, query, seenBatches(actor).authorId);
      const { page, pageSize } = query;
      return { items: await presented(actor, rows), totals: { total, page, pageSize } };
    },

    read: async (actor: Actor, id: string): Promise<Batch> =>
      present(actor, await load(db, actor, id)),

    async apps(actor: Actor, id: string, query: BatchAppsQuery) {
      const { items, ...totals } = await pageOfApps(db, await load(db, actor, id), query);
      return { items, totals };
    },

    /** Stops a running batch; the apps that it has changed keep the change. */
    async cancel(actor: Actor, id: string): Promise<Batch> {
      const cancelled = await changeLog(actor, async (write) => {
        const batch = await load(write.tx, actor, id);
        if (batch.state !== 'running') throw conflict('This bulk change has ended already');
        return endEarly(write, batch, judgeSoon);
      });
      return present(actor, cancelled);
    },

    /** Starts a batch that takes an ended one back. */
    async undo(actor: Actor, id: string, noteMade?: NoteMade): Promise<Batch> {
      const started = await changeLog(actor, async (write) => {
        const { tx } = write;
        const batch = await load(tx, actor, id);
        const refusal = undoRefusal(batch, (await store.undosOf(tx, [id])).get(id));
        if (refusal) throw conflict(refusal);
        if (batch.changed > 0 && (await needsApproval(tx, actor))) {
          const message = 'Your changes need approval: an administrator can undo this';
          throw new AppError('forbidden', message);
        }
        await mustHaveRoom(tx, actor, runningBatchesQuota);
        await mustHaveRoom(tx, actor, loggedBytesOfUndoQuota);
        const undo = undoing(batch, actor, await databaseNow(tx));
        await store.insertBatch(tx, undo);
        await write.log(batchEntry(undo, 'create'));
        await noteMade?.(tx, undo.id);
        return undo;
      });
      return present(actor, started);
    },
  };
}

/** Returns a new batch that takes another one back. */
function undoing(batch: StoredBatch, actor: Actor, now: number): StoredBatch {
  const total = batch.changed + batch.requested;
  return {
    id: newId(),
    state: 'running',
    kind: 'undo',
    title: `Undo: ${batch.title}`,
    change: {},
    at: null,
    session: '',
    authorKind: actor.kind,
    authorId: actor.id,
    authorName: actor.fullName,
    authorLogin: actor.login,
    authorAddress: actor.address,
    facts: noFacts,
    total,
    changed: 0,
    requested: 0,
    skipped: 0,
    failed: 0,
    createdAt: now,
    startedAt: now,
    endedAt: null,
    nextAt: 0,
    undoOf: batch.id,
    bytes: total * expectedRowBytes,
    trimmed: 'off',
  };
}
