import type { Person } from '@adwarden/contract/people/people';
import { describe, expect, it, test } from 'vitest';
import { seenApps, seesApp } from './apps.policy.ts';
import { seenBatches, seesBatch, seesPreview } from './batches.policy.ts';
import { seenActor, seenState, seesValues } from './entries.policy.ts';
import { seenFinding, seenMute } from './findings.policy.ts';
import { type ReadPause, seenPause } from './pauses.policy.ts';
import { knows, seenName, seenPerson } from './people.policy.ts';

const ada: Person = { kind: 'user', id: 'u1' };
const root: Person = { kind: 'admin', id: 'a1' };

test.each([
  [root, null, true],
  [root, 'u1', true],
  [ada, 'u1', true],
  [ada, 'u2', false],
  [ada, null, false],
])('%j sees an app of %s: %s', (person, ownerId, sees) => {
  expect(seesApp(person, { ownerId })).toBe(sees);
});

test('an owner counts own apps and lists own batches, an administrator all', () => {
  expect([seenApps(ada), seenApps(root)]).toEqual([{ ownerId: 'u1' }, {}]);
  expect([seenBatches(ada), seenBatches(root)]).toEqual([{ authorId: 'u1' }, {}]);
});

describe('somebody', () => {
  const people = [
    { kind: 'user', id: 'u1', name: 'Ada' },
    { kind: 'user', id: 'u2', name: 'Eve' },
    { kind: 'admin', id: 'u1', name: 'Root' },
    { kind: 'system', id: '', name: 'Adwarden' },
  ] as const;

  it('is known to an owner by name, unless it is another owner', () => {
    expect(people.map((one) => knows(ada, one))).toEqual([true, false, true, true]);
    expect(people.map((one) => seenName(ada, one))).toEqual([
      'Ada',
      'Another owner',
      'Root',
      'Adwarden',
    ]);
    expect(people.map((one) => seenPerson(ada, one).id)).toEqual(['u1', '', '', '']);
    expect(people.map((one) => seenPerson(root, one))).toEqual(people);
  });

  it('has made an entry from an address that only administrators see', () => {
    const actor = { ...people[0], address: '192.0.2.1' };
    expect(seenActor(ada, actor)).toEqual({ ...actor, address: '' });
    expect(seenActor(root, actor)).toEqual(actor);
  });
});

describe('a batch', () => {
  const ofAda = { authorKind: 'user', authorId: 'u1', session: 's1' } as const;

  test.each([
    [ada, true],
    [root, true],
    [{ kind: 'user', id: 'u2' } as const, false],
    // Ids of both kinds are made alike.
    [{ kind: 'admin', id: 'u1' } as const, true],
  ])('of Ada is seen by %j: %s', (person, sees) => {
    expect(seesBatch(person, ofAda)).toBe(sees);
  });

  test.each([
    [ada, 's1', true],
    [ada, 's2', false],
    [root, 's1', false],
  ])('is previewed by %j in session %s: %s', (person, session, sees) => {
    expect(seesPreview(person, session, ofAda)).toBe(sees);
  });
});

describe('the state of an app in the log', () => {
  const author = { kind: 'user', id: 'u2' } as const;
  const state = { appName: 'Tide', note: 'n', ownerId: 'u2', userID: 'eve', fullName: 'Eve' };

  it('is the same for an administrator, and says to an owner nothing of another one', () => {
    expect(seenState(root, 'app', author, state)).toBe(state);
    expect(seenState(ada, 'app', author, state)).toEqual({
      appName: 'Tide',
      note: 'n',
      userID: '',
      fullName: 'Another owner',
    });
    const own = { ...state, ownerId: 'u1', userID: 'ada', fullName: 'Ada' };
    const { ownerId: _, ...rest } = own;
    expect(seenState(ada, 'app', author, own)).toEqual(rest);
  });
});

test.each([
  [root, 'app', null, true],
  [ada, 'app', 'u1', true],
  [ada, 'app', 'u2', false],
  [ada, 'app-configuration', null, false],
  [ada, 'finding', 'u2', false],
  [ada, 'batch', null, true],
] as const)('the values in an entry: %j, %s of an app of %s: %s', (person, entity, owner, sees) => {
  expect(seesValues(person, entity, owner)).toBe(sees);
});

describe('a finding', () => {
  const found = { rule: 'account-spelling', detail: 'They write “X”.', apps: ['a', 'b'] } as const;
  const app = (ownerId: string | null) => ({ ownerId });

  it('quotes other apps only to whoever sees all of them', () => {
    const own = new Map([...found.apps].map((appID) => [appID, app('u1')]));
    expect(seenFinding(ada, found, own).detail).toBe(found.detail);
    for (const other of [app('u2'), app(null), undefined]) {
      const known = new Map([['a', app('u1')], ...(other ? [['b', other] as const] : [])]);
      const seen = seenFinding(ada, found, known);
      expect(seen.detail).toBe('Other apps write this account name in another way.');
      expect(seen.apps).toHaveLength(1);
      expect(seenFinding(root, found, known).detail).toBe(found.detail);
    }
  });

  it('is muted by somebody', () => {
    const mute = { mutedByKind: 'user', mutedById: 'u2', mutedBy: 'Eve', muteReason: 'r' };
    expect(seenMute(ada, mute)).toEqual({ mutedBy: 'Another owner', muteReason: '' });
    expect(seenMute(root, mute)).toEqual({ mutedBy: 'Eve', muteReason: 'r' });
    const byAda = { ...mute, mutedById: 'u1', mutedBy: 'Ada' };
    expect(seenMute(ada, byAda)).toEqual({ mutedBy: 'Ada', muteReason: 'r' });
  });
});

describe('a pause', () => {
  const pause: ReadPause = {
    scope: 'app',
    key: 'a',
    value: 'a',
    reason: 'r',
    createdByKind: 'admin',
    createdById: 'a1',
    createdByName: 'Root',
    endedByKind: null,
    endedById: null,
    endedByName: null,
    continues: null,
    originScope: null,
    originKey: null,
  };

  it.each<[Partial<ReadPause>, string]>([
    [{}, 'r'],
    [{ createdByKind: 'user', createdById: 'u1' }, 'r'],
    [{ createdByKind: 'user', createdById: 'u2' }, ''],
    [{ createdByKind: 'user', createdById: null }, ''],
    [{ continues: 'p', originScope: 'account', originKey: 'kelp' }, 'r'],
    [{ continues: 'p', originScope: 'owner', originKey: 'u1' }, 'r'],
    [{ continues: 'p', originScope: 'owner', originKey: 'u2' }, ''],
    [{ continues: 'p', originScope: null, originKey: null }, ''],
  ])('with %j has for Ada the reason “%s”', (over, reason) => {
    expect(seenPause(ada, { ...pause, ...over }, undefined).reason).toBe(reason);
    expect(seenPause(root, { ...pause, ...over }, undefined).reason).toBe('r');
  });

  it('of an account is called as an own app calls it', () => {
    const ofAccount: ReadPause = { ...pause, scope: 'account', value: 'KELP' };
    expect(seenPause(ada, ofAccount, 'Kelp').value).toBe('Kelp');
    expect(seenPause(ada, ofAccount, undefined).value).toBe('');
    expect(seenPause(root, ofAccount, 'Kelp').value).toBe('KELP');
  });

  it('of some apps is called by own ones', () => {
    const ofApps: ReadPause = { ...pause, key: '', value: 'Kelp, Eel and 2 more' };
    expect(seenPause(ada, ofApps, 'Kelp').value).toBe('Kelp');
    expect(seenPause(ada, ofApps, undefined).value).toBe('');
    expect(seenPause(root, ofApps, 'Kelp').value).toBe('Kelp, Eel and 2 more');
  });
});
