import { nameOfCode } from '@adwarden/contract/country-rule';
import { fieldNames } from '@adwarden/contract/field-names';
import type { FindingRule, Found } from '@adwarden/contract/findings/rules';
import { impactOf, type RequestsByCountry, requestsWithAds } from '@adwarden/contract/impact';
import type { AdsRules } from '@adwarden/contract/judge';
import type { AdsOffReason } from '@adwarden/contract/no-ads-reasons';
import { dayInWords } from '../../../kit/clock.ts';
import { listOf } from './list-of.ts';

/** A change of the rules that decide the ads of an app: its entry of the log, and the rules before it. */
export type RulesChange = { seq: number; at: number; before: AdsRules };

/** The number of requests that must have lost their ads: fewer prove nothing. */
const enough = 100;
/** The number of countries that are named. */
const mostNamed = 3;

/**
 * The name of a change by the reason for which it turns requests off. Pauses are left out: they end, and say who wanted them and
 * why.
 */
const changeOf: Record<Exclude<AdsOffReason, 'paused'>, string> = {
  suspended: fieldNames.appStatus,
  'ads-off': fieldNames.adsStatus,
  country: 'countries',
  vpn: fieldNames.ipAddress,
};

/** The rules that would repeat this finding for an app whose ads fell for this reason. */
export const saidByFall: Record<string, FindingRule> = {
  suspended: 'traffic-while-not-live',
  'ads-off': 'ads-off-for-a-week',
  country: 'turned-off-by-rules',
  vpn: 'turned-off-by-rules',
} satisfies Record<Exclude<AdsOffReason, 'paused'>, FindingRule>;

/** A finding that ads fell by half, and the reason for which most of them are off. */
export type Fall = { found: Found; reason: AdsOffReason };

/**
 * Judges whether a change is the cause of a fall of ads by half: of the requests that had their ads on by the rules before it, at
 * most half have them on by today's rules. Null if not. The requests are those of 30 days.
 */
export function judgeFall(
  app: AdsRules,
  { seq, at, before }: RulesChange,
  usage: RequestsByCountry,
): Fall | null {
  const on = requestsWithAds(before, usage);
  if (requestsWithAds(app, usage) * 2 > on) return null;
  const { lost, parts } = impactOf({ ...before, hasAdUnits: true }, app, usage);
  const reason = parts[0]?.reason;
  if (lost < enough || reason === undefined || reason === 'paused') return null;
  const isNew = reason === 'country' && before.ipAddress !== 'on';
  const what = isNew ? changeOf.vpn : changeOf[reason];
  const lostIn = new Set(
    parts.filter((part) => part.reason === 'country').map(({ country: code }) => nameOfCode(code)),
  );
  const where = reason === 'country' ? `${listOf([...lostIn], mostNamed)}, ` : '';
  const requests = `${lost.toLocaleString('en')} requests in 30 days`;
  const detail = `Ads fell by half or more after a change of ${what} on ${dayInWords(at)} (${where}${requests}).`;
  const rule = 'fewer-ads-after-change';
  return { found: { rule, field: '', detail, facts: String(seq), since: at }, reason };
}
