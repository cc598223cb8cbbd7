import {
  type PreviewedApp,
  type PreviewedAppsQuery,
  type PreviewOutcome,
  previewOutcomes,
} from '@adwarden/contract/batches/batches';
import type { SaidFinding } from '@adwarden/contract/findings/findings';
import { limits } from '@adwarden/contract/limits';
import type { Db } from '../../../db/schema.ts';
import type { Values } from '../../../edits/edits.table.ts';
import type { Actor } from '../../../http/actor.ts';
import { inTurns } from '../../../http/bounded-page.ts';
import { seesApp } from '../../../sight/apps.policy.ts';
import { changesOf, whyUnchanged } from '../batches.change.ts';
import { appsFrom } from '../batches.rows.store.ts';
import type {
  ChangeableApp,
  ReadApps,
  RowError,
  StoredApp,
  StoredBatch,
} from '../batches.table.ts';
import { differenceOf } from '../batches.values.ts';
import { isToDo } from './batches.writer.service.ts';

/** Returns the new findings in each of these apps after the change, errors first. */
export type JudgeChanged = (
  actor: Actor,
  apps: { appID: string; changes: Values }[],
) => Promise<SaidFinding[][]>;

export type PageDeps = { db: Db; readApps: ReadApps; judgeChanged: JudgeChanged };

const { refusedListed } = limits.batches;

/**
 * Builds the pages of a preview. Differences are worked out when a page is read, from the apps as they are then; an app that the
 * actor no longer sees has none.
 */
export function createPreviewPages({ db, readApps, judgeChanged }: PageDeps) {
  /** Returns the wanted values of a row: those of the import, or what the change makes of the app now. */
  function changesFor({ change }: StoredBatch, row: StoredApp, app: ChangeableApp | undefined) {
    if (row.outcome === 'created') return row.changes ?? {};
    if (!app) return {};
    return row.changes ?? changesOf(app.values, change).changes;
  }

  return async (actor: Actor, batch: StoredBatch, query: PreviewedAppsQuery) => {
    const { page, pageSize, outcome } = query;
    const outcomes = outcome ? [outcome] : previewOutcomes;
    const rows: StoredApp[] = [];
    let offset = page * pageSize;
    for (const one of outcomes) {
      const size = sizeOf(batch, one);
      const count = Math.min(pageSize - rows.length, size - offset);
      if (count > 0) {
        rows.push(...(await appsFrom(db, { batchID: batch.id, outcome: one }, { offset, count })));
      }
      offset = Math.max(0, offset - size);
    }
    const existing = rows.filter((row) => row.outcome !== 'created' && row.appID !== '');
    const ids = [...new Set(existing.map(({ appID }) => appID))];
    const found = ids.length > 0 ? await readApps(db, ids) : new Map<string, ChangeableApp>();
    const apps = new Map([...found].filter(([, app]) => seesApp(actor, app)));
    const wanted = rows.filter(isToDo).map((row) => ({
      row,
      appID: row.outcome === 'created' ? '' : row.appID,
      changes: changesFor(batch, row, apps.get(row.appID)),
    }));
    const judged = await judgeChanged(actor, wanted);
    const findings = new Map(wanted.map(({ row }, index) => [row, judged[index] ?? []]));
    const changes = new Map(wanted.map(({ row, changes: of }) => [row, of]));
    const items = await inTurns(rows, (row): PreviewedApp => {
      const { outcome: became } = row;
      const isGone = became !== 'created' && became !== 'refused' && !apps.has(row.appID);
      const errors = isGone ? [appNotFound] : (row.errors ?? []);
      return {
        appID: became === 'created' ? '' : row.appID,
        appName: row.appName,
        outcome: became,
        row: row.row ?? null,
        diff: [
          ...differenceOf(apps.get(row.appID)?.values ?? {}, changes.get(row) ?? {}),
          ...(batch.change.rotateTokens && isToDo(row) && !isGone ? [newToken] : []),
        ],
        reason: became === 'unchanged' && !isGone ? whyUnchangedIn(batch, apps.get(row.appID)) : '',
        findings: findings.get(row) ?? [],
        errors: errors.map(({ column, ...error }: RowError) => ({
          ...error,
          ...(column && { column }),
        })),
      };
    });
    const sizes: number[] = outcomes.map((one) => sizeOf(batch, one));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    return { items, total, page, pageSize };
  };
}

/** Says why an app stays as it is: for an import, each row says so; for an edit, it follows from the change. */
const whyUnchangedIn = ({ kind, change }: StoredBatch, app: ChangeableApp | undefined): string =>
  kind === 'import'
    ? 'It has the values of this row already.'
    : whyUnchanged(app?.values ?? {}, change);

/** Counts the listed apps with an outcome. */
function sizeOf({ facts }: StoredBatch, outcome: PreviewOutcome): number {
  return outcome === 'refused' ? Math.min(facts.refused, refusedListed) : facts[outcome];
}

/** The error of an app that does not exist, or is not the actor's. */
export const appNotFound = { field: 'appID', message: 'Application not found' };

const newToken = { field: 'tokens', before: 'The present one', after: 'A new one' };
