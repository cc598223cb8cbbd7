import type { ChangeRequest } from '@adwarden/contract/change-requests/change-requests';
import { changeRequestStates } from '@adwarden/contract/change-requests/change-requests';
import { expect, test } from 'vitest';
import { actionsOf, mostUrgentFirst } from './request-rules.ts';

const mine = { kind: 'user', id: 'x5k3v7m4y6z7q2ab', name: 'Ada Harbour' } as const;
/** As an owner sees another owner. */
const another = { kind: 'user', id: '', name: 'Another owner' } as const;
const admin = { kind: 'admin', id: 'm4x5k3v7y6z7q2ab', name: 'Administrator' } as const;

test.each([
  ['admin', 'in-review', true, mine, ['approve', 'reject']],
  ['admin', 'scheduled', false, mine, ['cancel']],
  ['admin', 'scheduled', false, admin, ['cancel']],
  ['admin', 'conflict', true, mine, ['apply', 'cancel']],
  ['user', 'in-review', true, mine, ['cancel']],
  ['user', 'scheduled', true, mine, ['cancel']],
  ['user', 'scheduled', false, mine, ['cancel']],
  ['user', 'conflict', false, mine, ['apply', 'cancel']],
  ['user', 'conflict', true, mine, ['cancel']],
  ['user', 'scheduled', false, another, []],
  ['user', 'scheduled', false, admin, []],
  ['user', 'conflict', false, admin, []],
] as const)(
  'an %s may do with a request in %s (approval: %s)',
  (role, state, approval, author, actions) => {
    expect(actionsOf(role, { state, approval, author })).toEqual(actions);
  },
);

test.each(changeRequestStates.filter((state) => !/^(in-review|scheduled|conflict)$/.test(state)))(
  'nothing can be done with one that is %s',
  (state) => {
    expect(actionsOf('admin', { state, approval: true, author: mine })).toEqual([]);
    expect(actionsOf('user', { state, approval: false, author: mine })).toEqual([]);
  },
);

test('conflicts come first, then what waits for approval, then what is due first', () => {
  const of = (state: ChangeRequest['state'], at: string | null) => ({ state, at });
  const [later, sooner] = ['2026-12-24T17:00:00.000Z', '2026-11-24T17:00:00.000Z'];
  const requests = [
    of('scheduled', later),
    of('scheduled', sooner),
    of('in-review', later),
    of('in-review', null),
    of('conflict', sooner),
  ];
  expect(mostUrgentFirst(requests)).toEqual([4, 3, 2, 1, 0].map((place) => requests[place]));
});
