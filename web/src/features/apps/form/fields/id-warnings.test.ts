import { sampleAdUnits } from '@adwarden/contract/ad-units';
import { describe, expect, it } from 'vitest';
import { adUnitWarning, packageNameWarning } from './id-warnings.ts';

describe('adUnitWarning', () => {
  it.each([
    ...Object.values(sampleAdUnits),
    '',
    '  ',
    ' ca-app-pub-3940256099942544/2247696110 ',
    '/21775744923/example/native',
    '8a1b2c3d4e5f6071',
  ])('has nothing to say about %j', (id) => {
    expect(adUnitWarning(id)).toBeNull();
  });

  it.each([
    ['ca-app-pub-3940256099942544~3347511713', /AdMob app id/],
    ['ca-app-pub-3940256099942544/3419835294', /retired/],
    ['ca-app-pub-3940256099942544/5662855259', /retired/],
    ['ca-app-pub-3940256099942544/22476', /16 digits, \/, 10 digits/],
    ['ca-app-pub-3940256099942544', /16 digits, \/, 10 digits/],
    ['/2177 5744923/x', /white space/],
  ])('warns about %s', (id, words) => {
    expect(adUnitWarning(id)).toMatch(words);
  });
});

describe('packageNameWarning', () => {
  it.each(['', 'com.harbour.tideclock', 'com.harbour_2.a1', 'com.my-company.App'])(
    'has nothing to say about %j',
    (name) => expect(packageNameWarning(name)).toBeNull(),
  );

  it.each(['tideclock', 'com..tide', '.com.tide', 'com.tide clock', 'com.ta\u0307de'])(
    'warns about %s',
    (name) => expect(packageNameWarning(name)).toMatch(/two or more parts/),
  );
});
