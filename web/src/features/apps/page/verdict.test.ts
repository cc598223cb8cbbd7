import { appStatuses, onOff } from '@adwarden/contract/apps';
import { judge } from '@adwarden/contract/judge';
import { describe, expect, it, test } from 'vitest';
import { adsNow, adsNowInWords, namedInWords, type Rules } from './verdict.ts';

const now = 1_000_000;
const rules = (over: Partial<Rules> = {}): Rules => ({
  appStatus: 'live',
  adsStatus: 'on',
  ipAddress: 'on',
  country: 'IN,DE',
  countries: ['IN', 'DE'],
  vpn: true,
  ...over,
});
const words = (over: Partial<Rules>, pauses: { until: number | null }[] = []) =>
  adsNowInWords(adsNow(rules(over), pauses, now));

test.each([
  [{}, 'Ads are on in India and Germany, off through VPNs'],
  [{ vpn: false }, 'Ads are on in India and Germany'],
  [{ country: '!RU,!China' }, 'Ads are on everywhere except Russia and China, off through VPNs'],
  [{ country: '!RU', vpn: false }, 'Ads are on everywhere except Russia'],
  [{ countries: [] }, 'Ads are on in all countries, off through VPNs'],
  [{ countries: [], vpn: false }, 'Ads are on everywhere'],
  [{ ipAddress: 'off' }, 'Ads are on everywhere'],
  [{ appStatus: 'in-develop', ipAddress: 'off' }, 'Ads are on everywhere'],
  [{ appStatus: 'suspend', adsStatus: 'off' }, 'Ads are off: suspended'],
  [{ adsStatus: 'off' }, 'Ads are off: Ads Status OFF'],
] as const)('of %j: %s', (over, sentence) => {
  expect(words(over)).toBe(sentence);
});

test.each([
  [[{ until: null }], 'Ads are off: paused'],
  [[{ until: now - 1 }, { until: now + 1 }], 'Ads are off: paused'],
  [[{ until: now }], 'Ads are on in India and Germany, off through VPNs'],
])('with the pauses %j: %s', (pauses, sentence) => {
  expect(words({}, pauses)).toBe(sentence);
});

test.each([
  [['India'], 'India'],
  [['India', 'Germany', 'Norway', 'France'], 'India, Germany, Norway, and France'],
  [
    ['India', 'Germany', 'Norway', 'France', 'Spain'],
    'India, Germany, Norway, and 2 other countries',
  ],
])('%j are %s', (names, text) => {
  expect(namedInWords(names)).toBe(text);
});

describe('what it says of a caller', () => {
  const callers = ['IN', 'DE', 'US', null].flatMap((country) =>
    [true, false, null].map((vpn) => ({ country, vpn })),
  );
  const cases = appStatuses.flatMap((appStatus) =>
    onOff.flatMap((adsStatus) =>
      onOff.flatMap((ipAddress) =>
        [['IN', 'DE'], []].map((countries) =>
          rules({ appStatus, adsStatus, ipAddress, countries }),
        ),
      ),
    ),
  );

  it.each(cases)('is what judge says, for %j', (app) => {
    const said = adsNow(app, [], now);
    for (const caller of callers) {
      const isOn =
        said.ads === 'on' &&
        (said.countries === null ||
          caller.country === null ||
          said.countries.includes(caller.country)) &&
        !(said.exceptVpns && caller.vpn === true);
      const verdict = judge(app, [], caller, now);
      expect(isOn ? 'on' : 'off', JSON.stringify(caller)).toBe(verdict.ads);
    }
  });
});
