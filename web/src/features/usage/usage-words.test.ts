import type { AppUsage } from '@adwarden/contract/usage';
import { describe, expect, it, test } from 'vitest';
import { countryName } from '../../lib/country-name.ts';
import { countryShares, daysInWords, inFull, inShort, isSilent, share } from './usage-words.ts';

const counts = { ok: 0, notModified: 0, oldToken: 0, wrongToken: 0 };

test('counts are written in full, and short for an axis', () => {
  expect(inFull(1_234_567)).toBe('1,234,567');
  expect([0, 999, 1_250, 3_000_000].map(inShort)).toEqual(['0', '999', '1.3K', '3M']);
});

test.each([
  [0, 0, '–'],
  [0, 5, '0%'],
  [5, 5, '100%'],
  [1, 100_000, '1%'],
  [99_999, 100_000, '99%'],
  [1, 3, '33%'],
])('%d of %d is %s', (part, whole, text) => {
  expect(share(part, whole)).toBe(text);
});

test('a country code has its name, or stays what it is', () => {
  expect(['DE', 'US', 'XK', 'ZZZ', ''].map(countryName).slice(0, 3)).toEqual([
    'Germany',
    'United States',
    'Kosovo',
  ]);
  expect(countryName('')).toBe('');
  expect(countryName('nonsense!')).toBe('nonsense!');
});

test('an app that only got wrong tokens is not silent', () => {
  expect(isSilent(counts)).toBe(true);
  expect(isSilent({ ...counts, wrongToken: 1 })).toBe(false);
  expect(isSilent({ ...counts, notModified: 1 })).toBe(false);
});

describe('countries', () => {
  const usage = (over: Partial<AppUsage>): AppUsage => ({
    appID: 'a',
    days: [],
    total: { ...counts, ok: 6, notModified: 4, wrongToken: 100 },
    countries: [],
    ...over,
  });
  it('are none for an app without IP rules', () => {
    expect(countryShares(usage({}))).toEqual([]);
  });
  it('end with the requests whose country is not known', () => {
    const countries = [
      { country: 'DE', requests: 5 },
      { country: 'AT', requests: 3 },
    ];
    expect(countryShares(usage({ countries }))).toEqual([
      { name: 'Germany', requests: 5 },
      { name: 'Austria', requests: 3 },
      { name: null, requests: 2 },
    ]);
    const all = [{ country: 'DE', requests: 10 }];
    expect(countryShares(usage({ countries: all }))).toEqual([{ name: 'Germany', requests: 10 }]);
  });
});

test.each([
  ['2026-07-05', 'Days in UTC, which begin at 12:45 PM here'],
  ['2026-12-05', 'Days in UTC, which begin at 01:45 PM here'],
  ['', 'Days in UTC'],
])('of days until %s: %s', (last, words) => {
  // The tests' zone is Pacific/Chatham, with summer time in December.
  expect(daysInWords(last)).toBe(words);
});
