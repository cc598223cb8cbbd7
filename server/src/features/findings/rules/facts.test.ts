import { forEachAdUnit, sampleAdUnits } from '@adwarden/contract/ad-units';
import { describe, expect, it } from 'vitest';
import { accountOf, accountSample, factsOf, judgesAlike } from './facts.ts';

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

describe('an account', () => {
  const apps = (detail: string, count: number, appID = detail) =>
    Array.from({ length: count }, () => ({ appID, detail }));

  it('has the publisher of more than half of its apps that have units', () => {
    const members = [...apps('Acme\nA', 2, 'x'), ...apps('Acme\nB', 1), ...apps('Acme', 9)];
    expect(accountOf(members)).toMatchObject({ publisher: 'A', publisherExample: 'x' });
  });

  it.each([
    [apps('Acme\nA', 1)],
    [apps('Acme\nA', 2), apps('Acme\nB', 2)],
    [apps('Acme\nA', 2), apps('Acme\nB', 1), apps('Acme\nC', 1)],
    [apps('Acme', 5)],
    [],
  ])('has none when none is used by most: %j', (...members) => {
    expect(accountOf(members.flat()).publisher).toBeNull();
  });

  it('is what the first 100 apps in the order of app IDs say', () => {
    const first = apps('Acme\nA', accountSample, 'b');
    expect(accountOf([...apps('Acme\nB', 200, 'c'), ...first]).publisher).toBe('A');
  });

  it('counts an app with two publishers for both', () => {
    expect(accountOf([...apps('Acme\nA\nB', 2), ...apps('Acme\nB', 1)]).publisher).toBe('B');
  });

  it('has the spelling of most apps, or several', () => {
    const names = (...members: Parameters<typeof accountOf>[0][]) =>
      accountOf(members.flat()).spellings.map(({ name }) => name);
    expect(names(apps('Acme', 2), apps('ACME\nA', 1))).toEqual(['Acme']);
    expect(names(apps('Acme', 1), apps('ACME\nA', 1))).toEqual(['ACME', 'Acme']);
    expect(names(apps('Acme', 1), apps('Acme\nA', 1), apps('ACME', 1))).toEqual(['Acme']);
    expect(names()).toEqual([]);
  });

  it('is judged alike while publisher and spellings are the same', () => {
    const of = (...members: Parameters<typeof accountOf>[0][]) => accountOf(members.flat());
    const before = of(apps('Acme\nA', 3), apps('Acme\nB', 1));
    expect(judgesAlike(before, of(apps('Acme\nA', 9, 'y')))).toBe(true);
    expect(judgesAlike(before, of(apps('Acme\nA', 3), apps('Acme\nB', 3)))).toBe(false);
    expect(judgesAlike(before, of(apps('ACME\nA', 3)))).toBe(false);
  });
});
