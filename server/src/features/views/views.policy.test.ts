import { viewLists } from '@adwarden/contract/views/views';
import { expect, it } from 'vitest';
import { hasList, isMine, mayShare, mayUse } from './views.policy.ts';

const admin = { kind: 'admin', id: 'a1' } as const;
const ada = { kind: 'user', id: 'u1' } as const;

it.each([
  [admin, [...viewLists], true],
  [ada, ['apps', 'findings', 'change-requests'], false],
])('$kind may have views of %j, and share them: %s', (person, lists, shares) => {
  expect(viewLists.filter((list) => hasList(person, list))).toEqual(lists);
  expect(mayShare(person)).toBe(shares);
});

it.each([
  [admin, 'admin', 'a1', false, true],
  [admin, 'admin', 'a1', true, true],
  [admin, 'admin', 'a2', false, false],
  [admin, 'admin', 'a2', true, true],
  [admin, 'user', 'u1', false, false],
  [ada, 'user', 'u1', false, true],
  [ada, 'user', 'u2', false, false],
  [ada, 'admin', 'a1', true, false],
  // Ids of administrators and owners are of different kinds.
  [ada, 'admin', 'u1', false, false],
  [admin, 'user', 'a1', false, false],
] as const)(
  '%j may use a view of %s %s, shared %s: %s',
  (person, ownerKind, ownerId, shared, may) => {
    expect(mayUse(person, { ownerKind, ownerId, shared })).toBe(may);
  },
);

it('a view belongs to the person who made it', () => {
  expect(isMine(admin, { ownerKind: 'admin', ownerId: 'a1', shared: true })).toBe(true);
  expect(isMine(admin, { ownerKind: 'admin', ownerId: 'a2', shared: true })).toBe(false);
});
