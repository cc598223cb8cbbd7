import type { Ads, Caller } from './ads.ts';
import type { AdsOffReason } from './no-ads-reasons.ts';

/** An app's settings for its ads. `countries` are alpha-2 codes; none means all countries. */
export type AdsRules = Pick<Ads, 'appStatus' | 'adsStatus' | 'ipAddress'> & {
  countries: Pick<readonly string[], 'length' | 'includes'>;
};

/** A pause that covers an app. It ends at `until` (epoch milliseconds). If that is null, somebody must end it. */
export type CoveringPause = { until: number | null };

/** The result: ads are on, or off with the reason. */
export type Verdict = { ads: 'on'; reason: null } | { ads: 'off'; reason: AdsOffReason };

/** Tells whether one of these pauses is active at `now` (epoch milliseconds of the database's clock). */
export function isPaused(pauses: readonly CoveringPause[], now: number): boolean {
  return pauses.some(({ until }) => until === null || now < until);
}

/**
 * Judges the ads of an app for one caller, at `now` (epoch milliseconds). `pauses` are those that cover the app. The reasons are
 * judged in the order of `adsOffReasons`. An unknown fact about a caller blocks nothing (ADR 30, 34).
 */
export function judge(
  app: AdsRules,
  pauses: readonly CoveringPause[],
  caller: Caller,
  now: number,
): Verdict {
  if (isPaused(pauses, now)) return off.paused;
  if (app.appStatus === 'suspend') return off.suspended;
  // In-develop behaves as live.
  if (app.adsStatus !== 'on') return off['ads-off'];
  if (app.ipAddress !== 'on') return on;
  const { country, vpn } = caller;
  const { countries } = app;
  if (country !== null && countries.length > 0 && !countries.includes(country)) return off.country;
  return vpn === true ? off.vpn : on;
}

const on: Verdict = { ads: 'on', reason: null };
const because = (reason: AdsOffReason): Verdict => ({ ads: 'off', reason });
const off: Record<AdsOffReason, Verdict> = {
  paused: because('paused'),
  suspended: because('suspended'),
  'ads-off': because('ads-off'),
  country: because('country'),
  vpn: because('vpn'),
};
