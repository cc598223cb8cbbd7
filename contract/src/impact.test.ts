import { describe, expect, it } from 'vitest';
import { impactOf, turnsOffMany } from './impact.ts';
import type { AdsRules } from './judge.ts';

const rules: AdsRules = { appStatus: 'live', adsStatus: 'on', ipAddress: 'on', countries: [] };
const app = { ...rules, hasAdUnits: true };
const usage = [
  { country: 'DE', requests: 50 },
  { country: 'US', requests: 900 },
  { country: '', requests: 50 },
];
const edit = (after: Partial<AdsRules>, before: Partial<typeof app> = {}) =>
  impactOf({ ...app, ...before }, { ...app, ...before, ...after }, usage);

describe('the impact of an edit', () => {
  it('is none when nothing is turned off', () => {
    expect(edit({ appStatus: 'in-develop' })).toEqual({
      requests: 1000,
      lost: 0,
      unknown: 0,
      parts: [],
    });
  });

  it('is everything when the ads are switched off, the largest country first', () => {
    expect(edit({ adsStatus: 'off' })).toEqual({
      requests: 1000,
      lost: 1000,
      unknown: 0,
      parts: [
        { reason: 'ads-off', country: 'US', requests: 900 },
        { reason: 'ads-off', country: '', requests: 50 },
        { reason: 'ads-off', country: 'DE', requests: 50 },
      ],
    });
  });

  it('is the countries that are not listed any more; an unknown country stays on', () => {
    expect(edit({ countries: ['US'] })).toMatchObject({
      unknown: 50,
      parts: [{ reason: 'country', country: 'DE', requests: 50 }],
    });
  });

  it('counts only what was on before', () => {
    expect(edit({ appStatus: 'suspend' }, { adsStatus: 'off' }).lost).toBe(0);
    expect(edit({ countries: ['DE'] }, { countries: ['DE', 'FR'] }).lost).toBe(0);
    expect(edit({ adsStatus: 'off' }, { countries: ['DE'] }).lost).toBe(100);
  });

  it('is nothing of an app without ad units', () => {
    expect(edit({ adsStatus: 'off' }, { hasAdUnits: false })).toMatchObject({
      requests: 1000,
      lost: 0,
      parts: [],
    });
  });

  it('is nothing of an app that nobody has asked for', () => {
    expect(impactOf(app, { ...app, adsStatus: 'off' }, [])).toEqual({
      requests: 0,
      lost: 0,
      unknown: 0,
      parts: [],
    });
  });
});

it.each([
  [100, 11, true],
  [100, 10, false],
  [99, 99, false],
  [30_000, 3001, true],
  [30_000, 3000, false],
  [0, 0, false],
])('of %i requests a loss of %i is great: %s', (requests, lost, expected) => {
  expect(turnsOffMany({ requests, lost, unknown: 0, parts: [] })).toBe(expected);
});
