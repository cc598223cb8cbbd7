import type { Delivery } from './delivery.ts';
import { impactOf, type RequestsByCountry, requestsWithAds } from './impact.ts';
import { type AdsRules, judge } from './judge.ts';

/** The facts that decide an app's delivery: its rules, whether it has ad units, and whether a pause covers it. */
export type DeliveredApp = {
  appID: string;
  rules: AdsRules;
  hasAdUnits: boolean;
  isPaused: boolean;
};

const uncounted = { requests: null, withAds: null };

/** Tells what phones get of an app; `usage` are its requests of seven days, and they only matter if it has IP rules. */
export function deliveryOf(
  { rules, hasAdUnits, isPaused }: Omit<DeliveredApp, 'appID'>,
  usage: RequestsByCountry,
): Delivery {
  const pauses = isPaused ? [{ until: null }] : [];
  const { reason } = judge(rules, pauses, { country: null, vpn: null }, 0);
  if (reason !== null) return { to: 'none', reason, ...uncounted };
  if (!hasAdUnits) return { to: 'none', reason: 'no-ad-unit', ...uncounted };
  const requests = usage.reduce((sum, one) => sum + one.requests, 0);
  if (rules.ipAddress !== 'on' || requests === 0) return { to: 'all', reason, ...uncounted };
  const withAds = requestsWithAds(rules, usage);
  const isMost = withAds * 2 >= requests;
  if (isMost) return { to: 'all', reason, requests, withAds };
  const open = { ...rules, ipAddress: 'off' as const, hasAdUnits };
  const [lost] = impactOf(open, rules, usage).parts;
  return { to: withAds === 0 ? 'none' : 'few', reason: lost?.reason ?? null, requests, withAds };
}
