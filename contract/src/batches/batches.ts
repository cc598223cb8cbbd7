import { z } from 'zod';
import type { Call } from '../call.ts';
import { actorKinds } from '../changes/changes.ts';
import { fieldError, success } from '../envelope.ts';
import { inPath, requiredText, time } from '../fields.ts';
import { saidFinding } from '../findings/findings.ts';
import { findingRuleNames, findingSeverities } from '../findings/rules.ts';
import { impact } from '../impact.ts';
import { limits } from '../limits.ts';
import { pageQuery, pageTotals, searchFilter } from '../lists.ts';
import { requestBodies, responseBodies } from '../named.ts';
import { parameter } from '../parameters.ts';
import { batchForm } from './batch-change.ts';

/*
 * Batches: one change of many apps. A preview shows what it would do. It then runs in the background, and can be
 * cancelled and undone (ADR 37).
 */

/** The kinds of batches. `request`: it makes change requests, because it has a time or needs approval. */
export const batchKinds = ['edit', 'request', 'tokens', 'delete', 'import', 'undo'] as const;
export type BatchKind = (typeof batchKinds)[number];

export const batchStates = ['running', 'done', 'cancelled'] as const;
export type BatchState = (typeof batchStates)[number];

/** The outcome of an app in a preview. `created` and `row`, the row of the file, are of imports only. */
export const previewOutcomes = ['changed', 'created', 'unchanged', 'refused'] as const;
export type PreviewOutcome = (typeof previewOutcomes)[number];

/** The reason why apps are refused, and how many. `column` is that of an import; several causes of one app count each. */
export const refusalCause = fieldError.extend({ column: z.string().optional(), apps: z.number() });
export type RefusalCause = z.infer<typeof refusalCause>;

/**
 * A preview. `findings`: the rules that would find something new, the worst first, in how many apps. `impact`: the effect on
 * phones, all apps together; null if there is none. `delivery`: how many `apps` the change may give other ads, and how many of
 * them have ads on phones now and after it; null if there are none. `causes`: the most frequent reasons of refusals.
 */
export const batchPreview = z
  .object({
    previewID: z.string(),
    kind: z.enum(batchKinds),
    /** The change in words: `Ads Status: OFF`. */
    title: z.string(),
    total: z.number(),
    changed: z.number(),
    created: z.number(),
    unchanged: z.number(),
    refused: z.number(),
    findings: z.array(
      z.object({
        rule: z.enum(findingRuleNames),
        severity: z.enum(findingSeverities),
        apps: z.number(),
      }),
    ),
    impact: impact.nullable(),
    delivery: z
      .object({ apps: z.number(), withAds: z.number(), withAdsAfter: z.number() })
      .nullable(),
    causes: z.array(refusalCause),
    /** The time of the change; null: at once. */
    at: time.nullable(),
    expiresAt: time,
  })
  .register(responseBodies, { id: 'BatchPreview' });
export type BatchPreview = z.infer<typeof batchPreview>;
export const batchPreviewAnswer = success(batchPreview).register(responseBodies, {
  id: 'BatchPreviewAnswer',
});

/** An app of a preview. `findings` are the new ones. `errors`: why it is refused; `column` is that of an import. */
export const previewedApp = z.object({
  appID: z.string(),
  appName: z.string(),
  outcome: z.enum(previewOutcomes),
  row: z.number().nullable(),
  /** '' is an empty field; an app without countries has '' as `country`. */
  diff: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** The reason why it stays as it is; '' unless the outcome is `unchanged`. */
  reason: z.string(),
  findings: z.array(saidFinding),
  errors: z.array(fieldError.extend({ column: z.string().optional() })),
});
export type PreviewedApp = z.infer<typeof previewedApp>;

/** The counts of the preview, and a page of its apps. `total` is the number of apps with the wanted outcome. */
export const previewedApps = success(z.array(previewedApp))
  .extend({
    ...pageTotals,
    preview: batchPreview,
  })
  .register(responseBodies, { id: 'PreviewedApps' });

export const startBatchForm = z
  .strictObject({
    previewID: requiredText('Please select a preview', { label: 'Preview', max: limits.text.id }),
  })
  .register(requestBodies, { id: 'StartBatch' });

/**
 * A batch. `total`: how many apps it is for. `done`: how many of them are finished. Each finished app is changed (or created,
 * or deleted), requested (there is a change request now), skipped (somebody changed the app after the preview, or nothing had
 * to change) or failed. `refused`: how many apps the preview refused, or how many rows of a file; `total` does not count them.
 */
export const batch = z
  .object({
    id: z.string(),
    state: z.enum(batchStates),
    kind: z.enum(batchKinds),
    title: z.string(),
    total: z.number(),
    done: z.number(),
    changed: z.number(),
    requested: z.number(),
    skipped: z.number(),
    failed: z.number(),
    refused: z.number(),
    by: z.object({ kind: z.enum(actorKinds), id: z.string(), name: z.string() }),
    /** The time of its start. */
    at: time,
    endedAt: time.nullable(),
    /** The seconds left, at the present speed; null while that is not known. */
    remainingSeconds: z.number().nullable(),
    /** The batch that this one takes back. */
    undoOf: z.string().nullable(),
    /** The batch that takes this one back. */
    undoneBy: z.string().nullable(),
    /** The caller can cancel or undo it now. */
    canCancel: z.boolean(),
    canUndo: z.boolean(),
  })
  .register(responseBodies, { id: 'Batch' });
export type Batch = z.infer<typeof batch>;
export const batchAnswer = success(z.object({ batch })).register(responseBodies, {
  id: 'BatchAnswer',
});
export const batchList = success(z.array(batch))
  .extend(pageTotals)
  .register(responseBodies, { id: 'BatchList' });

/** `waiting`: it is not yet its turn, or the batch was cancelled before. */
export const batchOutcomes = ['changed', 'requested', 'skipped', 'failed', 'waiting'] as const;
export type BatchOutcome = (typeof batchOutcomes)[number];

/** An app of a batch. `reason` says why it was skipped or failed, or why some of it was left unchanged. */
export const batchApp = z.object({
  appID: z.string(),
  appName: z.string(),
  outcome: z.enum(batchOutcomes),
  row: z.number().nullable(),
  reason: z.string(),
});
export type BatchApp = z.infer<typeof batchApp>;
export const batchApps = success(z.array(batchApp))
  .extend(pageTotals)
  .register(responseBodies, { id: 'BatchApps' });

const outcomeOf = <const T extends readonly string[]>(description: string, values: T) =>
  parameter(description, z.enum(values, `outcome must be one of: ${values.join(', ')}`).optional());

export const batchListQuery = z.strictObject({
  ...pageQuery,
  search: searchFilter(
    'Only batches with this in the title, in the name of the person, or in a text of a changed app that the log finds',
  ),
});
export type BatchListQuery = z.infer<typeof batchListQuery>;
export const previewedAppsQuery = z.strictObject({
  ...pageQuery,
  outcome: outcomeOf('Only apps with this outcome in the preview', previewOutcomes),
});
export type PreviewedAppsQuery = z.infer<typeof previewedAppsQuery>;
export const batchAppsQuery = z.strictObject({
  ...pageQuery,
  outcome: outcomeOf('Only apps with this outcome in the batch', batchOutcomes),
});
export type BatchAppsQuery = z.infer<typeof batchAppsQuery>;

const previewID = z.object({ previewID: inPath('a preview', 'Preview') });
const batchID = z.object({ batchID: inPath('a batch', 'Batch') });

/** The calls about batches: one change of many apps. */
export const batchCalls = {
  previewBatch: {
    method: 'POST',
    path: '/batches/preview',
    who: 'signed-in',
    viewers: false,
    keys: 'import',
    holds: 'batch',
    summary: 'Preview of one change of many apps; nothing changes yet',
    body: batchForm,
    answer: batchPreviewAnswer,
    refusals: ['conflict'],
  },
  getBatchPreview: {
    method: 'GET',
    path: '/batches/preview/:previewID',
    who: 'signed-in',
    viewers: false,
    keys: 'read',
    summary: 'Read what a preview would change, app by app',
    params: previewID,
    query: previewedAppsQuery,
    answer: previewedApps,
    refusals: ['not-found'],
  },
  startBatch: {
    method: 'POST',
    path: '/batches',
    who: 'signed-in',
    viewers: false,
    keys: 'import',
    creates: true,
    summary: 'Start the batch of a preview; it runs in the background',
    body: startBatchForm,
    answer: batchAnswer,
    refusals: ['not-found', 'conflict'],
  },
  getBatches: {
    method: 'GET',
    path: '/batches',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    summary: 'List the batches, the newest first; owners only get their own',
    query: batchListQuery,
    answer: batchList,
  },
  getBatch: {
    method: 'GET',
    path: '/batches/:batchID',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    saysWhatAdsHave: true,
    summary: 'Read a batch and how far it is',
    params: batchID,
    answer: batchAnswer,
    refusals: ['not-found'],
  },
  getBatchApps: {
    method: 'GET',
    path: '/batches/:batchID/apps',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    summary: 'List the apps of a batch and what became of each',
    params: batchID,
    query: batchAppsQuery,
    answer: batchApps,
    refusals: ['not-found'],
  },
  cancelBatch: {
    method: 'POST',
    path: '/batches/:batchID/cancel',
    who: 'signed-in',
    viewers: false,
    keys: 'import',
    summary: 'Cancel a batch that runs: the apps that are left keep their values',
    params: batchID,
    answer: batchAnswer,
    refusals: ['not-found', 'conflict'],
  },
  undoBatch: {
    method: 'POST',
    path: '/batches/:batchID/undo',
    who: 'signed-in',
    viewers: false,
    keys: 'import',
    creates: true,
    summary: 'Start a batch that takes another one back, where nobody has changed the apps since',
    params: batchID,
    answer: batchAnswer,
    refusals: ['not-found', 'conflict', 'forbidden'],
  },
} as const satisfies Record<string, Call>;
