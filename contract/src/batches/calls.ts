import { z } from 'zod';
import { requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { batchForm } from './batch-change.ts';
import {
  batchAnswer,
  batchApps,
  batchAppsQuery,
  batchList,
  batchListQuery,
  batchPreviewAnswer,
  previewedApps,
  previewedAppsQuery,
  startBatchForm,
} from './batches.ts';

const id = (label: string, missing: string) =>
  requiredText(missing, { label, max: limits.text.id });
const previewID = z.object({ previewID: id('Preview', 'The address must name a preview') });
const batchID = z.object({ batchID: id('Batch', 'The address must name a batch') });

/** The schemas of the calls about batches. */
export const batchCalls = {
  previewBatch: { body: batchForm, answer: batchPreviewAnswer },
  getBatchPreview: {
    params: previewID,
    query: previewedAppsQuery,
    answer: previewedApps,
    refusals: ['not-found'],
  },
  startBatch: { body: startBatchForm, answer: batchAnswer, refusals: ['not-found', 'conflict'] },
  getBatches: { query: batchListQuery, answer: batchList },
  getBatch: { params: batchID, answer: batchAnswer, refusals: ['not-found'] },
  getBatchApps: {
    params: batchID,
    query: batchAppsQuery,
    answer: batchApps,
    refusals: ['not-found'],
  },
  cancelBatch: { params: batchID, answer: batchAnswer, refusals: ['not-found', 'conflict'] },
  undoBatch: {
    params: batchID,
    answer: batchAnswer,
    refusals: ['not-found', 'conflict', 'forbidden'],
  },
} as const;
