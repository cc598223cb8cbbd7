import { expect, it, test } from 'vitest';
import { administratorsPart, maySee, ownsPreview, undoRefusal } from './batches.policy.ts';

const ada = { kind: 'user' as const, id: 'u1' };
const root = { kind: 'admin' as const, id: 'a1' };
const ofAda = { authorKind: 'user' as const, authorId: 'u1', session: 's1' };

test.each([
  [ada, true],
  [root, true],
  [{ kind: 'user' as const, id: 'u2' }, false],
  // Ids of both kinds are made alike.
  [{ kind: 'admin' as const, id: 'u1' }, true],
])('%j sees a batch of Ada: %s', (person, may) => {
  expect(maySee(person, ofAda)).toBe(may);
});

test.each([
  [ada, 's1', true],
  [ada, 's2', false],
  [root, 's1', false],
])('a preview of Ada belongs to %j in session %s: %s', (person, session, owns) => {
  expect(ownsPreview(person, session, ofAda)).toBe(owns);
});

it.each([
  [{ set: { adsStatus: 'off' as const } }, undefined],
  [{ rotateTokens: { keepOldForDays: 1 } }, undefined],
  [{ delete: true as const }, 'change.delete'],
  [{ country: null }, 'change.country'],
  [{ set: { ipAddress: 'on' as const } }, 'change.set.ipAddress'],
  [{ set: { selectedUser: '' } }, 'change.set.selectedUser'],
])('the administrators’ part of %j is %s', (change, field) => {
  expect(administratorsPart(change)?.field).toBe(field);
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
