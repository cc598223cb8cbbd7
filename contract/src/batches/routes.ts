import type { Route } from '../route.ts';

/** The calls about batches: one change of many apps. */
export const batchRoutes = {
  previewBatch: {
    method: 'POST',
    path: '/batches/preview',
    who: 'signed-in',
    holds: 'batch',
    summary: 'Preview of one change of many apps; nothing changes yet',
  },
  getBatchPreview: {
    method: 'GET',
    path: '/batches/preview/:previewID',
    who: 'signed-in',
    summary: 'Read what a preview would change, app by app',
  },
  startBatch: {
    method: 'POST',
    path: '/batches',
    who: 'signed-in',
    summary: 'Start the batch of a preview; it runs in the background',
  },
  getBatches: {
    method: 'GET',
    path: '/batches',
    who: 'signed-in',
    summary: 'List the batches, the newest first; owners only get their own',
  },
  getBatch: {
    method: 'GET',
    path: '/batches/:batchID',
    who: 'signed-in',
    summary: 'Read a batch and how far it is',
  },
  getBatchApps: {
    method: 'GET',
    path: '/batches/:batchID/apps',
    who: 'signed-in',
    summary: 'List the apps of a batch and what became of each',
  },
  cancelBatch: {
    method: 'POST',
    path: '/batches/:batchID/cancel',
    who: 'signed-in',
    summary: 'Cancel a batch that runs: the apps that are left keep their values',
  },
  undoBatch: {
    method: 'POST',
    path: '/batches/:batchID/undo',
    who: 'signed-in',
    summary: 'Start a batch that takes another one back, where nobody has changed the apps since',
  },
} as const satisfies Record<string, Route>;
