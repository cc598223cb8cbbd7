import { fieldName } from '@adwarden/contract/changes/changes';
import { thingName } from '@adwarden/contract/changes/words';
import { describe, expect, it } from 'vitest';
import { shownDifference, valueText } from './change-words.ts';

describe('shownDifference', () => {
  it('names fields as the screens do and leaves out what says nothing', () => {
    const diff = [
      { field: 'somethingNew', before: 1, after: 2 },
      { field: 'googleNative1', before: '', after: 'ca-app-pub-1/2' },
      { field: 'reward1', before: null, after: '' },
      { field: 'ownerId', before: null, after: 'x1' },
      { field: 'fullName', before: '', after: 'Ada' },
      { field: 'userID', before: '', after: 'ada' },
      { field: 'adsStatus', before: 'off', after: 'on' },
    ];
    expect(shownDifference({ entity: 'app', diff })).toEqual([
      { field: 'adsStatus', name: 'Ads Status', before: 'OFF', after: 'ON' },
      { field: 'googleNative1', name: 'Google Native 1', before: '', after: 'ca-app-pub-1/2' },
      { field: 'fullName', name: 'User', before: '', after: 'Ada' },
      { field: 'somethingNew', name: 'somethingNew', before: '1', after: '2' },
    ]);
  });

  it('says what a pause stops and until when, and not the id of it', () => {
    const diff = [
      { field: 'until', before: null, after: '2026-11-28T13:42:32.999Z' },
      { field: 'value', before: null, after: 'q7m2x5k3v4y6z7ab' },
      { field: 'label', before: null, after: 'Tide Clock' },
      { field: 'scope', before: null, after: 'app' },
      { field: 'endedAt', before: null, after: null },
    ];
    expect(shownDifference({ entity: 'pause', diff })).toEqual([
      { field: 'scope', name: 'Scope', before: '', after: 'One app' },
      { field: 'label', name: 'Covers', before: '', after: 'Tide Clock' },
      { field: 'until', name: 'Until', before: '', after: '29 Nov 2026, 03:27 AM' },
    ]);
  });

  it('keeps the login id of an owner whose name stayed, and of a user', () => {
    const diff = [{ field: 'userID', before: 'ada', after: 'ada.harbour' }];
    const shown = [{ field: 'userID', name: 'User Id', before: 'ada', after: 'ada.harbour' }];
    expect(shownDifference({ entity: 'app', diff })).toEqual(shown);
    const named = [...diff, { field: 'fullName', before: 'Ada', after: 'Ada Harbour' }];
    expect(shownDifference({ entity: 'user', diff: named })).toHaveLength(2);
  });
});

describe('valueText', () => {
  it.each([
    ['tokens', [{ token: '…EOxU', until: null }], '…EOxU'],
    ['appIDs', ['a', 'b'], 'a, b'],
    ['configuration', { country: 'IN', countryCodes: 'IN', createdAt: 1 }, 'Only in India'],
    ['appName', 'on', 'on'],
    ['note', null, ''],
    ['country', 'DE,AT', 'Only in Germany and Austria'],
    ['country', '!RU,!CN', 'Everywhere except Russia and China'],
    ['country', '', 'Everywhere'],
    ['something', { deep: [1] }, '{"deep":[1]}'],
    ['something', false, 'false'],
    ['state', 'in-review', 'Waiting for approval'],
    ['state', 'new in a later release', 'new in a later release'],
  ])('of %s %j is %s', (field, value, text) => {
    expect(valueText(field, value)).toBe(text);
  });

  it('says until when an old token is good', () => {
    const value = [{ token: '…YYra', until: '2026-11-28T13:42:32.999Z' }];
    expect(valueText('tokens', value)).toMatch(/^…YYra \(until 2[89] Nov 2026, \d\d:\d\d [AP]M\)$/);
  });
});

it('keeps the name of a field that it does not know', () => {
  expect(fieldName('app', 'somethingNew')).toBe('somethingNew');
});

it('says which secrets were read', () => {
  expect(thingName({ entity: 'secret', key: 'passwords', name: 'passwords' })).toBe(
    'Passwords of users',
  );
});
