import type { Caller } from '@adwarden/contract/ads';
import { namesIn } from '@adwarden/contract/country-rule';
import { type AdsRules, type CoveringPause, judge } from '@adwarden/contract/judge';
import type { AdsOffReason } from '@adwarden/contract/no-ads-reasons';
import { noAds } from '@adwarden/contract/state-words';

/**
 * The values that decide the ads of an app. `country`: its countries as they were typed. `vpn`: whether VPNs are looked up;
 * if not, no caller is known to use one.
 */
export type Rules = AdsRules & { country: string; countries: readonly string[]; vpn: boolean };

/**
 * The people who get ads now. On: everybody, or only callers in `countries` (null for everywhere; `country`: the list as
 * typed), with or without VPNs. Off: nobody, and why.
 */
export type AdsNow =
  | { ads: 'off'; reason: AdsOffReason }
  | { ads: 'on'; country: string; countries: readonly string[] | null; exceptVpns: boolean };

/** No country has this code (ISO 3166-1 leaves it to users). */
const noCountry = 'ZZ';

/** Finds who gets the ads of an app at `now` (epoch milliseconds): it asks the contract's `judge` about callers. */
export function adsNow(rules: Rules, pauses: readonly CoveringPause[], now: number): AdsNow {
  const verdictOn = (caller: Caller) => judge(rules, pauses, caller, now);
  const usual = verdictOn({ country: null, vpn: null });
  if (usual.ads === 'off') return usual;
  const elsewhere = verdictOn({ country: noCountry, vpn: null });
  const throughVpn = verdictOn({ country: null, vpn: rules.vpn ? true : null });
  return {
    ads: 'on',
    country: rules.country,
    countries: elsewhere.ads === 'off' ? rules.countries : null,
    exceptVpns: throughVpn.ads === 'off',
  };
}

/** The most countries that are named; if there are more, the number of the others follows. */
const mostNamed = 3;
const list = new Intl.ListFormat('en');

/** Returns 'India and Germany', 'India, Germany, Norway, and 12 other countries'. */
export function namedInWords(names: readonly string[]): string {
  const others = names.length - mostNamed;
  // "and 1 other country" would be longer than its name.
  if (others <= 1) return list.format(names);
  return list.format([...names.slice(0, mostNamed), `${others} other countries`]);
}

/** Returns the verdict as a sentence: 'Ads are on in India and Germany, off through VPNs'. */
export function adsNowInWords(now: AdsNow): string {
  if (now.ads === 'off') return `Ads are off: ${noAds[now.reason].word}`;
  const { country, countries, exceptVpns } = now;
  const vpns = exceptVpns ? ', off through VPNs' : '';
  if (countries === null)
    return `Ads are on ${exceptVpns ? 'in all countries' : 'everywhere'}${vpns}`;
  const { except, names } = namesIn(country, countries);
  return `Ads are on ${except ? 'everywhere except' : 'in'} ${namedInWords(names)}${vpns}`;
}
