import type { Batch } from '@adwarden/contract/batches/batches';
import { expect, test } from 'vitest';
import { isComplete, progressOf, remainingWords, resultOf, stateOf } from './batch-words.ts';

const batchOf = (over: Partial<Batch>): Batch => ({
  id: 'b4x5k3v7m2y6q7ab',
  state: 'done',
  kind: 'edit',
  title: 'Ads Status: OFF',
  total: 30,
  done: 30,
  changed: 30,
  requested: 0,
  skipped: 0,
  failed: 0,
  refused: 0,
  by: { kind: 'admin', id: 'k3v7m2q4x5y6z7ab', name: 'Morgan Quay' },
  at: '2026-11-20T09:15:00.000Z',
  endedAt: null,
  remainingSeconds: null,
  undoOf: null,
  undoneBy: null,
  canCancel: false,
  canUndo: true,
  ...over,
});

test.each([
  [{}, '30 applications changed'],
  [{ changed: 1, skipped: 28, failed: 1 }, '1 application changed, 28 skipped, 1 failed'],
  [{ kind: 'delete', changed: 1200, total: 1200, done: 1200 }, '1,200 applications deleted'],
  [{ kind: 'request', changed: 0, requested: 1, total: 1, done: 1 }, '1 change request made'],
  [
    { kind: 'tokens', changed: 29, requested: 1 },
    '29 applications got a new token, 1 change request made',
  ],
  [{ state: 'cancelled', done: 12, changed: 12 }, '12 applications changed, 18 not reached'],
  [{ refused: 2 }, '30 applications changed, 2 refused'],
  [
    { kind: 'import', total: 8, done: 8, changed: 8, refused: 2 },
    '8 applications imported, 2 rows refused',
  ],
  [
    { kind: 'import', changed: 1, failed: 29, refused: 1 },
    '1 application imported, 29 failed, 1 row refused',
  ],
  [{ kind: 'undo', changed: 0, skipped: 30 }, '0 applications taken back, 30 skipped'],
] as const satisfies [Partial<Batch>, string][])('%j: %s', (over, words) => {
  expect(resultOf(batchOf(over))).toBe(words);
});

test.each([
  [{ state: 'running' }, 'Running'],
  [{}, 'Done'],
  [{ failed: 1, changed: 29 }, 'Done with errors'],
  [{ state: 'cancelled' }, 'Cancelled'],
  [{ undoneBy: 'a' }, 'Undone'],
] as const satisfies [Partial<Batch>, string][])('%j is %s', (over, name) => {
  expect(stateOf(batchOf(over)).name).toBe(name);
});

test.each([
  [null, ''],
  [0, 'a few seconds left'],
  [17, 'about 20 s left'],
  [89, 'about 90 s left'],
  [90, 'about 2 min left'],
  [601, 'about 11 min left'],
])('%s seconds: %s', (seconds, words) => {
  expect(remainingWords(seconds)).toBe(words);
});

test('how far a batch is', () => {
  expect(progressOf(batchOf({ done: 1000, total: 10_000 }))).toBe('1,000 of 10,000 applications');
});

test('only a batch that did everything is complete', () => {
  expect(isComplete(batchOf({}))).toBe(true);
  expect(isComplete(batchOf({ changed: 29, requested: 1 }))).toBe(true);
  expect(isComplete(batchOf({ changed: 29, skipped: 1 }))).toBe(false);
  expect(isComplete(batchOf({ state: 'running' }))).toBe(false);
  expect(isComplete(batchOf({ state: 'cancelled' }))).toBe(false);
});
