import { viewLists } from '@adwarden/contract/views/views';
import { expect, it } from 'vitest';
import { hasList, isMine, mayChange, mayShare, mayUse, seenContent } from './views.policy.ts';

const admin = { kind: 'admin', id: 'a1' } as const;
const viewer = { kind: 'admin', access: 'view', id: 'v1' } as const;
const ada = { kind: 'user', id: 'u1' } as const;

it.each([
  [admin, [...viewLists], true],
  [viewer, [...viewLists], false],
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
  [viewer, 'admin', 'a1', true, true],
  [viewer, 'admin', 'a1', false, false],
  [ada, 'user', 'u1', false, true],
  [ada, 'user', 'u2', false, false],
  [ada, 'admin', 'a1', true, false],
  // An administrator and an owner with the same id are different people.
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

it('a viewer changes own views, but none that others see', () => {
  const mine = { ownerKind: 'admin', ownerId: 'v1' } as const;
  expect(mayChange(viewer, { ...mine, shared: false })).toBe(true);
  expect(mayChange(viewer, { ...mine, shared: true })).toBe(false);
  expect(mayChange(admin, { ...mine, shared: true })).toBe(true);
  expect(mayChange(admin, { ...mine, shared: false })).toBe(false);
});

it('a view has no filter, order and column of a secret for a viewer', () => {
  const query = { authToken: 'b8Zk', appName: 'Tide' };
  const view = { query, sort: '-authToken', columns: ['appID', 'authToken'] };
  expect(seenContent(admin, view)).toEqual(view);
  expect(seenContent(viewer, view)).toEqual({
    query: { appName: 'Tide' },
    sort: '',
    columns: ['appID'],
  });
  expect(seenContent(viewer, { query: {}, sort: '-appName', columns: ['authToken'] })).toEqual({
    query: {},
    sort: '-appName',
    columns: null,
  });
});
