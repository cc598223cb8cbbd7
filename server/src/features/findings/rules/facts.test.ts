import { forEachAdUnit, sampleAdUnits } from '@adwarden/contract/ad-units';
import { describe, expect, it } from 'vitest';
import { accountKey, accountOf, factsOf, judgesAlike } from './facts.ts';

const unit = (number: number, publisher = '1') =>
  `ca-app-pub-${publisher.repeat(16)}/${String(number).padStart(10, '0')}`;
const app = { ...forEachAdUnit(() => ''), packageName: 'com.Harbour.Tide', accountName: 'Harbour' };

describe('the facts of an app', () => {
  it('are its units, its package name in lower case, and its account with its publishers', () => {
    const units = {
      googleBanner1: unit(1),
      reward1: unit(1),
      reward2: ' MAX ',
      appOpen1: unit(2, '2'),
    };
    expect(factsOf({ ...app, ...units })).toEqual([
      { kind: 'unit', value: unit(1), detail: '' },
      { kind: 'unit', value: unit(2, '2'), detail: '' },
      { kind: 'unit', value: 'MAX', detail: '' },
      { kind: 'package', value: 'com.harbour.tide', detail: '' },
      {
        kind: 'account',
        value: 'harbour',
        detail: `Harbour\n${'1'.repeat(16)}\n${'2'.repeat(16)}`,
      },
    ]);
  });

  it('are none of Google’s samples, and nothing that is empty', () => {
    const units = { googleBanner1: sampleAdUnits.banner };
    expect(factsOf({ ...app, ...units, packageName: '', accountName: '' })).toEqual([]);
  });
});

it.each([
  ['Harbour Apps', 'HARBOUR apps'],
  ['Harbour Apps', 'Harbour-Apps, '],
  ['Harbour Apps', ' HarbourApps.'],
  ["O'Brien & Co.", 'OBrien Co'],
  ['Студия', 'СТУДИЯ'],
  ['تطبيقات', 'تطبيقات.'],
  ['100%', '100'],
])('account %j is compared like %j', (one, other) => {
  expect(accountKey(one)).toBe(accountKey(other));
});

it.each([
  ['Harbour Apps', 'Harbour App'],
  ['Harbour 1', 'Harbour 2'],
  ['C++ Games', 'C Games'],
  ['!!!', '???'],
  ['🎮', '🕰'],
  ['Éclair', 'Eclair'],
])('account %j is not compared like %j', (one, other) => {
  expect(accountKey(one)).not.toBe(accountKey(other));
});

describe('an account', () => {
  const group = (detail: string, apps: number, example = detail) => ({ detail, apps, example });

  it('has the publisher of more than half of its apps that have units', () => {
    const groups = [group('Acme\nA', 2, 'x'), group('Acme\nB', 1), group('Acme', 9)];
    expect(accountOf(groups)).toMatchObject({ publisher: 'A', publisherExample: 'x' });
  });

  it.each([
    [[group('Acme\nA', 1)]],
    [[group('Acme\nA', 2), group('Acme\nB', 2)]],
    [[group('Acme\nA', 2), group('Acme\nB', 1), group('Acme\nC', 1)]],
    [[group('Acme', 5)]],
    [[]],
  ])('has none when none is used by most: %j', (groups) => {
    expect(accountOf(groups).publisher).toBeNull();
  });

  it('counts an app with two publishers for both', () => {
    expect(accountOf([group('Acme\nA\nB', 2), group('Acme\nB', 1)]).publisher).toBe('B');
  });

  it('has the spelling of most apps, or several', () => {
    const names = (...groups: Parameters<typeof accountOf>[0]) =>
      accountOf(groups).spellings.map(({ name }) => name);
    expect(names(group('Acme', 2), group('ACME\nA', 1))).toEqual(['Acme']);
    expect(names(group('Acme', 1), group('ACME\nA', 1))).toEqual(['ACME', 'Acme']);
    expect(names(group('Acme', 1), group('Acme\nA', 1), group('ACME', 1))).toEqual(['Acme']);
    expect(names()).toEqual([]);
  });

  it('is judged alike while publisher and spellings are the same', () => {
    const of = (...groups: Parameters<typeof accountOf>[0]) => accountOf(groups);
    const before = of(group('Acme\nA', 3), group('Acme\nB', 1));
    expect(judgesAlike(before, of(group('Acme\nA', 9, 'y')))).toBe(true);
    expect(judgesAlike(before, of(group('Acme\nA', 3), group('Acme\nB', 3)))).toBe(false);
    expect(judgesAlike(before, of(group('ACME\nA', 3)))).toBe(false);
  });
});
