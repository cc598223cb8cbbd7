import type { BatchForm } from '@adwarden/contract/batches/batch-change';
import type { BatchPreview } from '@adwarden/contract/batches/batches';
import { sourceOf } from '@adwarden/contract/findings/rules';
import { limits } from '@adwarden/contract/limits';
import { everyAppID } from '../../../app-lists/apps.list.every.store.ts';
import { inWriteTurn } from '../../../db/commit-order.ts';
import { databaseNow } from '../../../db/now.ts';
import type { BatchAppTable } from '../../../db/schema.batches.ts';
import type { Db, Tx } from '../../../db/schema.ts';
import { hasVpnKey } from '../../../edits/settings.store.ts';
import type { Actor } from '../../../http/actor.ts';
import { AppError, invalidField } from '../../../kit/app-error.ts';
import { newId } from '../../../kit/ids.ts';
import { createSlices } from '../../../pruning/slices.ts';
import { createHeldSlots } from '../../../quotas/slots.ts';
import { withinBytes } from '../../../quotas/stored-bytes.ts';
import { seenApps, seesApp } from '../../../sight/apps.policy.ts';
import { changesOf, titleOf } from '../batches.change.ts';
import { presentPreview } from '../batches.present.ts';
import { insertApps } from '../batches.rows.store.ts';
import * as store from '../batches.store.ts';
import { noFacts, type ReadApps, type StoredBatch } from '../batches.table.ts';
import { deleteBatches } from '../pruning/batches.pruning.ts';
import {
  type ChangeCheckDeps,
  type CheckedChange,
  createChangeCheck,
} from './batches.check.service.ts';
import { appNotFound, type JudgeChanged } from './batches.page.service.ts';
import { createTally, type TallyDeps } from './batches.tally.service.ts';
import { createPreviewWriter, imagined, type PreviewRow } from './batches.writer.service.ts';

export type PreviewDeps = ChangeCheckDeps & {
  db: Db;
  readApps: ReadApps;
  judgeChanged: JudgeChanged;
  /** Reads the active pauses; the returned function says which of some apps they cover. */
  readPaused: () => Promise<TallyDeps['pausedAmong']>;
} & Pick<TallyDeps, 'requestsByCountry' | 'deliveriesOf'>;

/** A preview to be written: who makes it, in which session, and what it does. */
export type NewPreview = Pick<StoredBatch, 'kind' | 'title' | 'change' | 'at' | 'session'> & {
  actor: Actor;
};

export type Previews = ReturnType<typeof createPreviews>;

const { partApps, apps: mostApps, previews, previewBytes } = limits.batches;

/** Builds how previews are made: nothing changes, but everything is checked like an edit that is saved at once. */
export function createPreviews(deps: PreviewDeps) {
  const { db, readApps, requestsByCountry, deliveriesOf, readPaused, judgeChanged } = deps;
  const checkChange = createChangeCheck(deps);
  const slots = createHeldSlots('previewsInTheMaking');

  /** Deletes a preview, unless it was started. If this fails, the next pruning deletes the rest. */
  async function deletePreview(id: string): Promise<void> {
    // The deletion takes no rests, because a person waits for it.
    if (await store.dropPreview(db, id)) await deleteBatches(createSlices(db, { rest: 0 }), [id]);
  }

  /** Deletes the oldest previews of a person beyond the limits of number and bytes. The newest one always stays. */
  async function deleteOld(actor: Actor): Promise<void> {
    let bytes = 0;
    for (const [index, one] of (await store.previewsOf(db, actor.id)).entries()) {
      bytes += one.bytes;
      const isKept = index === 0 || (index < previews && bytes <= previewBytes);
      if (!isKept) await deletePreview(one.id);
    }
  }

  /**
   * Writes a part of a preview. When its author stores too much, older previews make room first; AppError `conflict`
   * when there is none.
   */
  async function writePart(actor: Actor, part: (tx: Tx) => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await inWriteTurn(db, (tx) => withinBytes({ tx, author: actor }, () => part(tx)));
      } catch (error) {
        const oldest = (await store.previewsOf(db, actor.id)).at(-1);
        if (!(error instanceof AppError) || !oldest) throw error;
        await deletePreview(oldest.id);
      }
    }
  }

  /** Does the work while the person has a slot for a preview; AppError `too-many` when none is left. */
  async function inTurn<T>(actor: Actor, work: () => Promise<T>): Promise<T> {
    const leave = slots.take(actor);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /**
   * Stores a preview. `fill` adds its rows, at best 200 at a time, and may fail; then nothing is left. Imports use it,
   * too.
   *
   *     await previews.write({ actor, session, kind: 'import', title, change: {}, at: null }, async (add) => {
   *       for await (const rows of parsed) await add(rows);
   *     });
   */
  const write = (
    { actor, ...columns }: NewPreview,
    fill: (add: (rows: PreviewRow[]) => Promise<void>) => Promise<void>,
  ): Promise<BatchPreview> =>
    inTurn(actor, async () => {
      const id = newId();
      const batch: StoredBatch = {
        ...columns,
        id,
        state: 'making',
        authorKind: actor.kind,
        authorId: actor.id,
        authorName: actor.fullName,
        authorLogin: actor.login,
        authorAddress: actor.address,
        facts: noFacts,
        total: 0,
        changed: 0,
        requested: 0,
        skipped: 0,
        failed: 0,
        startedAt: null,
        endedAt: null,
        nextAt: 0,
        undoOf: null,
        bytes: 0,
        trimmed: 'off',
        createdAt: await databaseNow(db),
      };
      await writePart(actor, (tx) => store.insertBatch(tx, batch));
      try {
        const hasKey = await hasVpnKey(db);
        const isDelete = batch.kind === 'delete';
        const tally = createTally({
          hasVpnKey: hasKey,
          requestsByCountry,
          deliveriesOf,
          pausedAmong: await readPaused(),
          isDelete,
        });
        const storesChanges = batch.kind === 'import' || batch.change.setEach !== undefined;
        const put = (rows: BatchAppTable[], bytes: number) =>
          writePart(actor, async (tx) => {
            await insertApps(tx, rows);
            await store.saveBytes(tx, id, bytes);
          });
        const writer = createPreviewWriter({ batchID: id, storesChanges }, tally, put);
        await fill(writer.add);
        const found = await judgeChanged(actor, writer.first.map(imagined));
        for (const findings of found) {
          const rules = new Set(findings.map(({ rule }) => rule));
          for (const rule of rules) if (sourceOf(rule) === 'others') tally.countRule(rule);
        }
        const written = await writer.end();
        await writePart(actor, (tx) => store.finishPreview(tx, { id, ...written }));
      } catch (error) {
        await deletePreview(id);
        throw error;
      }
      await deleteOld(actor);
      const stored = await store.findBatch(db, id);
      if (!stored) throw new Error(`Preview ${id} is gone`);
      return presentPreview(stored);
    });

  /** Works out what the change does to these apps. Apps of somebody else are not found. */
  async function plan(
    actor: Actor,
    { change, each, refusal }: CheckedChange,
    appIDs: string[],
  ): Promise<PreviewRow[]> {
    const apps = await readApps(db, appIDs);
    const always = change.delete === true || change.rotateTokens !== undefined;
    return appIDs.map((appID): PreviewRow => {
      const app = apps.get(appID);
      if (!app || !seesApp(actor, app)) {
        return { appID, appName: '', outcome: 'refused', errors: [appNotFound] };
      }
      const { appName, values: before, version, countryVersion } = app;
      const row = { appID, appName, version, countryVersion };
      const { changes, errors } = changesOf(before, {
        ...change,
        set: { ...change.set, ...each[appID] },
      });
      if (errors.length > 0) return { ...row, outcome: 'refused', errors };
      if (Object.keys(changes).length === 0 && !always) return { ...row, outcome: 'unchanged' };
      const full = changes.selectedUser === undefined ? null : refusal(app);
      if (full !== null) {
        return { ...row, outcome: 'refused', errors: [{ field: 'selectedUser', message: full }] };
      }
      return { ...row, outcome: 'changed', before, changes };
    });
  }

  /** Yields the selected apps, 200 at a time. */
  async function* selected(actor: Actor, { appIDs, where = {}, except = [] }: BatchForm['select']) {
    if (appIDs) {
      for (let start = 0; start < appIDs.length; start += partApps) {
        yield appIDs.slice(start, start + partApps);
      }
      return;
    }
    const { search, ...filters } = where;
    const question = { search, filters };
    const { total, appIDs: joined } = await everyAppID(db, question, seenApps(actor), mostApps);
    if (total > mostApps) {
      const message = `More than ${mostApps.toLocaleString('en')} applications match`;
      throw invalidField('select', message);
    }
    if (total === 0) throw invalidField('select', 'No application matches');
    const excepted = new Set(except);
    let start = 0;
    while (start < joined.length) {
      const some: string[] = [];
      while (some.length < partApps && start < joined.length) {
        const space = joined.indexOf(' ', start);
        const end = space === -1 ? joined.length : space;
        const appID = joined.slice(start, end);
        if (!excepted.has(appID)) some.push(appID);
        start = end + 1;
      }
      if (some.length > 0) yield some;
    }
  }

  return {
    write,

    /** Makes the preview of an edit, of new tokens or of a deletion. AppError 400 names the field at fault. */
    async make(
      actor: Actor,
      session: string,
      { select, change: form }: BatchForm,
      signal?: AbortSignal,
    ) {
      const checked = await checkChange(actor, form);
      const { change, kind } = checked;
      const title = titleOf({ ...change, setEach: form.setEach });
      const at = change.at ?? null;
      return write({ actor, session, kind, title, change, at }, async (add) => {
        // The database reads the next apps while this loop judges these.
        let planned: PreviewRow[] = [];
        for await (const appIDs of selected(actor, select)) {
          const reading = plan(actor, checked, appIDs);
          // When `add` fails, nobody awaits the read. Its error must not end the process.
          reading.catch(() => {});
          await add(planned);
          planned = await reading;
          signal?.throwIfAborted();
        }
        await add(planned);
      });
    },
  };
}
