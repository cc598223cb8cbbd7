import { expect, it } from 'vitest';
import type { AdsRules } from './judge.ts';
import { deliveryOf } from './judge-delivery.ts';

const rules: AdsRules = { appStatus: 'live', adsStatus: 'on', ipAddress: 'off', countries: [] };
const onlyJapan: AdsRules = { ...rules, ipAddress: 'on', countries: ['JP'] };
const usage = (IN: number, JP: number, vpn = 0) => [
  { country: 'IN', requests: IN },
  { country: 'JP', requests: JP },
  { country: 'JP', requests: vpn, vpn: true as const },
];

it.each<[string, object, ReturnType<typeof usage>, string]>([
  ['no IP rules', { rules }, usage(9, 0), 'all null null/null'],
  ['a pause', { rules, isPaused: true }, usage(9, 0), 'none paused null/null'],
  [
    'a pause before a status',
    { rules: { ...rules, adsStatus: 'off' }, isPaused: true },
    [],
    'none paused null/null',
  ],
  [
    'Suspended',
    { rules: { ...rules, appStatus: 'suspend' } },
    usage(9, 0),
    'none suspended null/null',
  ],
  ['In-Develop', { rules: { ...rules, appStatus: 'in-develop' } }, [], 'all null null/null'],
  ['Ads Status OFF', { rules: { ...rules, adsStatus: 'off' } }, [], 'none ads-off null/null'],
  ['no ad units', { rules, hasAdUnits: false }, [], 'none no-ad-unit null/null'],
  ['countries without a phone', { rules: onlyJapan }, usage(239, 0), 'none country 0/239'],
  ['countries of few phones', { rules: onlyJapan }, usage(200, 39), 'few country 39/239'],
  ['countries of half of the phones', { rules: onlyJapan }, usage(9, 9), 'all null 9/18'],
  ['VPNs', { rules: onlyJapan }, usage(1, 2, 30), 'few vpn 2/33'],
  ['nobody who asked', { rules: onlyJapan }, [], 'all null null/null'],
  [
    'countries without IP rules',
    { rules: { ...onlyJapan, ipAddress: 'off' } },
    usage(9, 0),
    'all null null/null',
  ],
])('with %s', (_, app, asked, words) => {
  const { to, reason, requests, withAds } = deliveryOf(
    { rules, hasAdUnits: true, isPaused: false, ...app },
    asked,
  );
  expect(`${to} ${reason} ${withAds}/${requests}`).toBe(words);
});
