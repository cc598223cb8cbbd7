import { succeed } from '../envelope.ts';
import { examplePage } from '../example-page.ts';

/** Builds an example of each schema of batches, about an app. */
export function batchExamples(app: { appID: string; appName: string; updatedAt: string }) {
  const { appID, appName, updatedAt } = app;
  const preview = {
    previewID: 'p3v7m2y6q7abz4x5',
    kind: 'edit',
    title: 'Ads Status: OFF',
    total: 32,
    changed: 30,
    created: 0,
    unchanged: 2,
    refused: 0,
    findings: [{ rule: 'countries-without-effect', severity: 'warning', apps: 4 }],
    impact: {
      requests: 8672,
      lost: 8672,
      unknown: 0,
      parts: [{ reason: 'ads-off', country: 'IN', requests: 8672 }],
    },
    delivery: { apps: 30, withAds: 28, withAdsAfter: 0 },
    causes: [],
    at: null,
    expiresAt: '2026-11-20T09:30:00.000Z',
  };
  const batch = {
    id: 'b4x5k3v7m2y6q7ab',
    state: 'running',
    kind: 'edit',
    title: preview.title,
    total: 30,
    done: 20,
    changed: 19,
    requested: 0,
    skipped: 1,
    failed: 0,
    refused: 1,
    by: { kind: 'admin', id: 'k3v7m2q4x5y6z7ab', name: 'Main Administrator' },
    at: updatedAt,
    endedAt: null,
    remainingSeconds: 2,
    undoOf: null,
    undoneBy: null,
    canCancel: true,
    canUndo: false,
  };
  const reason = 'Somebody has changed this application since';
  return {
    BatchForm: { select: { appIDs: [appID] }, change: { set: { adsStatus: 'off' } } },
    StartBatch: { previewID: preview.previewID },
    BatchPreviewAnswer: succeed('32 applications', preview),
    PreviewedApps: {
      ...examplePage('Preview', {
        appID,
        appName,
        outcome: 'changed',
        row: null,
        diff: [{ field: 'adsStatus', before: 'on', after: 'off' }],
        reason: '',
        findings: [],
        errors: [],
      }),
      preview,
    },
    BatchAnswer: succeed('Started: Ads Status: OFF', { batch }),
    BatchList: examplePage('Batches', batch),
    BatchApps: examplePage('Applications of the batch', {
      appID,
      appName,
      outcome: 'skipped',
      row: null,
      reason,
    }),
  };
}
