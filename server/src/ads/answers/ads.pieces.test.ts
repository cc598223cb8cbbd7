import { forEachAdUnit } from '@adwarden/contract/ad-units';
import { allExcept, countryNames } from '@adwarden/contract/country-codes';
import { expect, it } from 'vitest';
import { cutPieces, rulesOf } from './ads.pieces.ts';

const piecesOf = (country: string[]) =>
  cutPieces({
    appID: 'q7m2x5k3v4y6z7ab',
    appName: 'IN"',
    packageName: 'AD"',
    accountName: '["RU"]',
    category: '[]',
    icon: '',
    appStatus: 'live',
    visibleExtra: 'off',
    ipAddress: 'on',
    country,
    reason: null,
    updatedAt: '2026-11-20T09:15:00.000Z',
    units: forEachAdUnit(() => 'US"'),
  });

const codes = countryNames().map(({ code }) => code);

it.each([[[]], [['IN']], [['DE', 'IN', 'US']], [allExcept(['RU', 'CN'])], [allExcept(['IN'])]])(
  'finds in the text of an answer the countries that are in it: %j',
  (country) => {
    const { countries } = rulesOf(piecesOf(country));
    expect(countries.length > 0).toBe(country.length > 0);
    expect(codes.filter((code) => countries.includes(code)).sort()).toEqual([...country].sort());
  },
);
