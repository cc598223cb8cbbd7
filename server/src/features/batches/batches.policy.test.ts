import { expect, it } from 'vitest';
import { closedPart, undoRefusal } from './batches.policy.ts';

it.each([
  [{ set: { adsStatus: 'off' as const } }, undefined],
  [{ rotateTokens: { keepOldForDays: 1 } }, undefined],
  [{ delete: true as const }, 'change.delete'],
  [{ country: null }, 'change.country'],
  [{ countries: { add: 'IN' } }, 'change.country'],
  [{ set: { ipAddress: 'on' as const } }, 'change.set.ipAddress'],
  [{ setEach: { a1: { note: '' }, a2: { ipAddress: 'on' as const } } }, 'change.setEach'],
  [{ setEach: { a1: { note: '' } } }, undefined],
  [{ set: { selectedUser: '' } }, 'change.set.selectedUser'],
])('the part of %j that is closed to owners is %s', (change, field) => {
  expect(closedPart({ kind: 'user' }, change)?.field).toBe(field);
  expect(closedPart({ kind: 'admin' }, change)).toBe(null);
});

const done = { state: 'done' as const, kind: 'edit' as const, changed: 1, requested: 0 };
it.each([
  [done, undefined, null],
  [{ ...done, state: 'cancelled' as const }, undefined, null],
  [{ ...done, kind: 'request' as const, changed: 0, requested: 1 }, undefined, null],
  [{ ...done, state: 'running' as const }, undefined, /cancel it first/],
  [{ ...done, kind: 'undo' as const }, undefined, /is an undo/],
  [{ ...done, kind: 'tokens' as const }, undefined, /New tokens/],
  [{ ...done, changed: 0 }, undefined, /changed nothing/],
  [done, 'b2', /undone already/],
])('why %j cannot be undone (by %s)', (batch, undoneBy, refusal) => {
  const found = undoRefusal(batch, undoneBy);
  if (refusal === null) expect(found).toBeNull();
  else expect(found).toMatch(refusal);
});
