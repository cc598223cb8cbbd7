import { staleUser } from '@adwarden/contract/users';
import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { mergedWords, staleEditOf, withMerged } from './use-stale-edit.ts';

const current = {
  id: 'x1',
  userID: 'ada',
  fullName: 'Ada',
  position: 'Publisher',
  password: 'tide-clock-7',
  needsApproval: 'off' as const,
  email: '',
  noOfApps: 1,
  singleSignOn: false,
  createdAt: '2026-03-01T08:00:00.000Z',
  version: 7,
};
const extra = { current, changedBy: 'Ada', changedAt: '2026-11-20T09:15:00.000Z' };

it('reads the refusal of a stale edit and nothing else', () => {
  const read = (error: unknown) => staleEditOf(error, staleUser);
  expect(read(new ApiError('stale', { status: 409, extra }))).toEqual(extra);
  expect(read(new ApiError('taken', { status: 409 }))).toBeNull();
  expect(read(new ApiError('no', { status: 400, extra }))).toBeNull();
  expect(read(new Error('broken'))).toBeNull();
});

const field = (label: string, mine: string | null = null) => ({
  field: label,
  label,
  theirs: 'x',
  mine,
  clash: false,
});

it('says who has changed the fields that are left alone here, and when', () => {
  const now = { changedBy: 'Priya', changedAt: new Date().toISOString() };
  expect(mergedWords(now, [field('Interstitial 3'), field('Note', 'mine')])).toMatch(
    /^Priya changed Interstitial 3 at \d\d:\d\d [AP]M$/,
  );
  const many = ['A', 'B', 'C', 'D', 'E'].map((label) => field(label));
  const then = { changedBy: '', changedAt: '2026-01-05T09:15:00.000Z' };
  expect(mergedWords(then, many)).toMatch(/^Somebody changed A, B, C and 2 more on 05 Jan 2026, /);
  expect(mergedWords(now, [field('Note', 'mine')])).toBe('');
});

it('a message names others only when they have changed something', () => {
  expect(withMerged('Updated', { merged: '' })).toBe('Updated');
  expect(withMerged('Updated', { merged: 'Priya changed Note' })).toBe('Saved. Priya changed Note');
});
