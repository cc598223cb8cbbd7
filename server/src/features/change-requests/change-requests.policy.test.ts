import { changeRequestStates } from '@adwarden/contract/change-requests/change-requests';
import { describe, expect, it, test } from 'vitest';
import {
  type Action,
  type Author,
  changedSince,
  dueness,
  failureOf,
  type Role,
  refusalOf,
  roleOf,
} from './change-requests.policy.ts';
import type { RequestableApp, StoredRequest } from './change-requests.table.ts';

const wanted = { ownerId: null, changes: { note: 'x' } };
const byAda = { authorKind: 'user', authorId: 'u1', ...wanted } as const;
const byAnna = { authorKind: 'admin', authorId: 'a2', ...wanted } as const;
const ada = { kind: 'user', id: 'u1' } as const;

test.each([
  [{ kind: 'admin', id: 'a1' } as const, byAda, 'u2', 'admin'],
  [ada, byAda, 'u1', 'author'],
  [ada, byAda, 'u2', 'author'],
  [{ kind: 'user', id: 'u2' } as const, byAda, 'u2', null],
  [{ kind: 'user', id: 'u3' } as const, byAda, 'u2', null],
  [{ kind: 'admin', id: 'a1' } as const, byAnna, 'u1', 'admin'],
  [ada, byAnna, 'u1', 'owner'],
  [ada, byAnna, 'u2', null],
  [ada, { ...byAnna, changes: { note: 'x', selectedUser: 'eve' } }, 'u1', null],
])('%j has with %j for an app of %s the role %s', (caller, request, ownerId, role) => {
  expect(roleOf(caller, request, { ownerId })).toBe(role);
});

test('an owner is not the author of the request of an administrator with the same id', () => {
  expect(roleOf(ada, { ...byAnna, authorId: 'u1' }, undefined)).toBe(null);
});

/** The states in which each role may do each action, without and with approval. */
const allowed: Record<Action, Record<Role, [string[], string[]]>> = {
  approve: { admin: [['in-review'], ['in-review']], author: [[], []], owner: [[], []] },
  reject: { admin: [['in-review'], ['in-review']], author: [[], []], owner: [[], []] },
  apply: { admin: [['conflict'], ['conflict']], author: [['conflict'], []], owner: [[], []] },
  cancel: {
    admin: [
      ['in-review', 'scheduled', 'conflict'],
      ['in-review', 'scheduled', 'conflict'],
    ],
    author: [
      ['in-review', 'scheduled', 'conflict'],
      ['in-review', 'scheduled', 'conflict'],
    ],
    owner: [[], []],
  },
};
const cases = Object.entries(allowed).flatMap(([action, roles]) =>
  Object.entries(roles).flatMap(([role, [free, bound]]) =>
    changeRequestStates.flatMap((state) => [
      { action, role, state, approval: 'off', may: free.includes(state) },
      { action, role, state, approval: 'on', may: bound.includes(state) },
    ]),
  ),
);

test.each(cases)('$action by $role of $state, approval $approval: $may', (row) => {
  const { action, role, state, approval, may } = row;
  const request = { state, approval: approval as 'on' | 'off' };
  const refusal = refusalOf(action as Action, role as Role, request);
  if (may) return expect(refusal).toBe(null);
  const roleMay = allowed[action as Action][role as Role][approval === 'on' ? 1 : 0].length > 0;
  expect(refusal?.code).toBe(roleMay ? 'change-request' : 'forbidden');
  expect(refusal?.message).toBeTruthy();
});

const request = (over: object) =>
  ({ ...byAda, approval: 'off', changes: {}, before: {}, ...over }) as StoredRequest;
const appOf = (ownerId: string | null, values = {}) =>
  ({ appName: 'Tide', ownerId, values }) as RequestableApp;
const free: Author = { login: 'ada', needsApproval: 'off' };
const bound: Author = { login: 'ada', needsApproval: 'on' };

test.each([
  ['her app', request({}), free, appOf('u1'), null],
  ['an app that was deleted', request({}), free, undefined, /application was deleted/],
  ['an account that was deleted', request({}), undefined, appOf(null), /account .* was deleted/],
  ['an app that was given away', request({}), free, appOf('u2'), /does not belong to its author/],
  ['an app without an owner', request({}), free, appOf(null), /does not belong to its author/],
  ['an author who needs approval now', request({}), bound, appOf('u1'), /need approval now/],
  ['an approved request', request({ approval: 'on' }), bound, appOf('u1'), null],
  ['an administrator', request({ authorKind: 'admin' }), free, appOf('u2'), null],
  [
    'a removed administrator',
    request({ authorKind: 'admin' }),
    undefined,
    appOf('u2'),
    /account .* was deleted/,
  ],
])('%s', (_, one, author, app, reason) => {
  const failure = failureOf(one, author, app);
  if (reason === null) expect(failure).toBe(null);
  else expect(failure).toMatch(reason);
});

describe('a field', () => {
  const one = request({
    before: { note: 'a', adsStatus: 'on' },
    changes: { note: 'b', adsStatus: 'off' },
  });

  it.each([
    ['as expected', { note: 'a', adsStatus: 'on' }, []],
    ['as it is wanted already', { note: 'b', adsStatus: 'off' }, []],
    ['changed', { note: 'c', adsStatus: 'on' }, ['note']],
    ['changed, the other wanted already', { note: 'c', adsStatus: 'off' }, ['note']],
    ['of others', { note: 'a', adsStatus: 'on', appName: 'New' }, []],
  ])('that is %s', (_, values, changed) => {
    expect(changedSince(one, appOf('u1', values))).toEqual(changed);
  });
});

const day = 86_400_000;
test.each([
  [null, 5, 'apply'],
  [10, 9, 'wait'],
  [10, 10, 'apply'],
  [10, 9 + day, 'apply'],
  [10, 10 + day, 'missed'],
])('a request for %s is at %i: %s', (at, now, what) => {
  expect(dueness(at, now)).toBe(what);
});
