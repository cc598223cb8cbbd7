import { staleUser } from '@adwarden/contract/users';
import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { staleEditOf } from './use-stale-edit.ts';

const current = {
  id: 'x1',
  userID: 'ada',
  fullName: 'Ada',
  position: 'Publisher',
  password: 'tide-clock-7',
  needsApproval: 'off' as const,
  noOfApps: 1,
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
