import type { BatchPreview } from '@adwarden/contract/batches/batches';
import { expect, test } from 'vitest';
import {
  canSchedule,
  deliveryInWords,
  firstOutcome,
  outcomesOf,
  runWords,
} from './preview-rules.ts';

const now = new Date('2026-11-22T22:10').getTime();
const previewOf = (over: Partial<BatchPreview>): BatchPreview => ({
  previewID: 'p3v7m2y6q7abz4x5',
  kind: 'edit',
  title: 'Ads Status: OFF',
  total: 32,
  changed: 30,
  created: 0,
  unchanged: 2,
  refused: 0,
  findings: [],
  impact: null,
  delivery: null,
  causes: [],
  at: null,
  expiresAt: '2026-11-20T09:30:00.000Z',
  ...over,
});

test.each([
  [{}, 'Run', 'Changes 30 applications.'],
  [{ changed: 0 }, 'Run', 'Nothing would change.'],
  [{ kind: 'delete', changed: 1 }, 'Delete', 'Deletes 1 application.'],
  [{ kind: 'request' }, 'Send for approval', '30 applications. An administrator decides.'],
  [
    { kind: 'request', at: new Date('2026-11-23T09:00').toISOString() },
    'Schedule',
    '30 applications, tomorrow, 09:00 AM.',
  ],
  [{ kind: 'import' }, 'Run', 'Changes 30 applications.'],
  [{ kind: 'import', created: 1 }, 'Run', 'Adds 1 application and changes 30.'],
  [{ kind: 'import', created: 2, changed: 0 }, 'Run', 'Adds 2 applications.'],
] as const satisfies [Partial<BatchPreview>, string, string][])(
  '%j: %s',
  (over, button, footer) => {
    expect(runWords(previewOf(over), now)).toEqual({ button, footer });
  },
);

test('new tokens and deletions have no time', () => {
  const kinds = ['edit', 'request', 'tokens', 'delete', 'import', 'undo'] as const;
  expect(kinds.filter((kind) => canSchedule({ kind }))).toEqual(['edit', 'request']);
});

test('the first tab has applications; only an import has a tab for new ones', () => {
  expect(firstOutcome(previewOf({}))).toBe('changed');
  expect(firstOutcome(previewOf({ changed: 0, unchanged: 0, refused: 2 }))).toBe('refused');
  expect(firstOutcome(previewOf({ kind: 'import', created: 1 }))).toBe('created');
  expect(outcomesOf({ kind: 'edit' })).toEqual(['changed', 'unchanged', 'refused']);
});

test.each([
  ['edit', [12, 7, 2], '12 applications: phones get ads of 7 now, and of 2 after the change.'],
  [
    'request',
    [12, 0, 9],
    '12 applications: phones get ads of none now, and of 9 after the change.',
  ],
  ['delete', [1, 1, 0], '1 application: phones get ads of 1 now.'],
] as const)('%s %j: %s', (kind, [apps, withAds, withAdsAfter], words) => {
  expect(deliveryInWords({ kind }, { apps, withAds, withAdsAfter })).toBe(words);
});
