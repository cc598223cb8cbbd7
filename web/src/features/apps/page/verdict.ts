import type { AdsOffReason, Caller } from '@adwarden/contract/ads';
import { type AdsRules, type CoveringPause, judge } from '@adwarden/contract/judge';
import { countryName } from '../../../lib/country-name.ts';

/** What decides the ads of an app. `vpn`: whether VPNs are looked up; if not, no caller is known to use one. */
export type Rules = AdsRules & { countries: readonly string[]; vpn: boolean };

/** Who gets ads now: everybody, except in other countries than these, or through VPNs; or why nobody does. */
export type AdsNow =
  | { ads: 'off'; reason: AdsOffReason }
  | { ads: 'on'; countries: readonly string[] | null; exceptVpns: boolean };

/** No country has this code (ISO 3166-1 leaves it to users). */
const noCountry = 'ZZ';

/** Who gets the ads of an app at `now` (epoch milliseconds), found by asking the contract's `judge` about callers. */
export function adsNow(rules: Rules, pauses: readonly CoveringPause[], now: number): AdsNow {
  const verdictOn = (caller: Caller) => judge(rules, pauses, caller, now);
  const usual = verdictOn({ country: null, vpn: null });
  if (usual.ads === 'off') return usual;
  const elsewhere = verdictOn({ country: noCountry, vpn: null });
  const throughVpn = verdictOn({ country: null, vpn: rules.vpn ? true : null });
  return {
    ads: 'on',
    countries: elsewhere.ads === 'off' ? rules.countries : null,
    exceptVpns: throughVpn.ads === 'off',
  };
}

const offBecause: Record<AdsOffReason, string> = {
  paused: 'paused',
  suspended: 'App Status is Suspend',
  'ads-off': 'Ads Status is OFF',
  country: 'not for this country',
  vpn: 'not through VPNs',
};

/** So many countries are named; of more than these, how many there are. */
const mostNamed = 3;
const list = new Intl.ListFormat('en');

/** 'India and Germany', 'India, Germany, Norway, and 12 other countries'. */
export function countriesInWords(codes: readonly string[]): string {
  const names = codes.map(countryName);
  const others = names.length - mostNamed;
  // "and 1 other country" would be longer than its name.
  if (others <= 1) return list.format(names);
  return list.format([...names.slice(0, mostNamed), `${others} other countries`]);
}

/** The verdict as a sentence: 'Ads are on in India and Germany, off through VPNs'. */
export function adsNowInWords(now: AdsNow): string {
  if (now.ads === 'off') return `Ads are off: ${offBecause[now.reason]}`;
  const { countries, exceptVpns } = now;
  if (countries === null && !exceptVpns) return 'Ads are on everywhere';
  const where = countries === null ? 'all countries' : countriesInWords(countries);
  return `Ads are on in ${where}${exceptVpns ? ', off through VPNs' : ''}`;
}
