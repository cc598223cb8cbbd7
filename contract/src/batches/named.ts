import { batchForm } from './batch-change.ts';
import {
  batch,
  batchAnswer,
  batchApps,
  batchList,
  batchPreview,
  batchPreviewAnswer,
  previewedApps,
  startBatchForm,
} from './batches.ts';

/** The schemas of batches that the OpenAPI document names. */
export const batchRequestBodies = {
  BatchForm: batchForm,
  StartBatch: startBatchForm,
} as const;

export const batchResponseBodies = {
  Batch: batch,
  BatchAnswer: batchAnswer,
  BatchList: batchList,
  BatchApps: batchApps,
  BatchPreview: batchPreview,
  BatchPreviewAnswer: batchPreviewAnswer,
  PreviewedApps: previewedApps,
} as const;
