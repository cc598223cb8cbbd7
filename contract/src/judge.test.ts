import { describe, expect, it, test } from 'vitest';
import type { Caller } from './ads.ts';
import { type AdsRules, judge } from './judge.ts';
import { adsOffReasons } from './no-ads-reasons.ts';

const app: AdsRules = { appStatus: 'live', adsStatus: 'on', ipAddress: 'on', countries: ['DE'] };
const german: Caller = { country: 'DE', vpn: false };
const now = 1_000_000;
const reasonOf = (
  over: Partial<AdsRules> = {},
  caller: Partial<Caller> = {},
  pauses: { until: number | null }[] = [],
) => judge({ ...app, ...over }, pauses, { ...german, ...caller }, now).reason;

test('everything that stops the ads at once is named in the order of precedence', () => {
  const stops = [
    { appStatus: 'suspend' as const },
    { adsStatus: 'off' as const },
    { countries: ['US'] },
  ];
  const reasons: (string | null)[] = [
    reasonOf(Object.assign({}, ...stops), { vpn: true }, [{ until: null }]),
  ];
  for (let left = 0; left <= stops.length; left += 1) {
    reasons.push(reasonOf(Object.assign({}, ...stops.slice(left)), { vpn: true }));
  }
  expect(reasons).toEqual([...adsOffReasons]);
});

describe('an app', () => {
  it.each([
    [{}, null],
    [{ appStatus: 'in-develop' as const }, null],
    [{ appStatus: 'suspend' as const }, 'suspended'],
    [{ adsStatus: 'off' as const }, 'ads-off'],
  ])('with %j is off because of %s', (over, reason) => {
    expect(reasonOf(over)).toBe(reason);
  });
});

describe('a caller', () => {
  it.each([
    [{ country: 'US' }, {}, 'country'],
    [{ country: 'US' }, { countries: [] }, null],
    [{ country: 'US' }, { ipAddress: 'off' as const }, null],
    [{ country: null }, {}, null],
    [{ vpn: true }, {}, 'vpn'],
    [{ vpn: true }, { ipAddress: 'off' as const }, null],
    [{ vpn: null }, {}, null],
    [{ country: 'US', vpn: true }, {}, 'country'],
  ])('%j of an app with %j gets no ads because of %s', (caller, over, reason) => {
    expect(reasonOf(over, caller)).toBe(reason);
  });
});

describe('a pause', () => {
  it.each([
    [[], null],
    [[{ until: null }], 'paused'],
    [[{ until: now + 1 }], 'paused'],
    [[{ until: now }], null],
    [[{ until: now - 1 }, { until: null }], 'paused'],
    [[{ until: now - 1 }, { until: now }], null],
  ])('%j turns the ads off because of %s', (pauses, reason) => {
    expect(reasonOf({}, {}, pauses)).toBe(reason);
  });
});
