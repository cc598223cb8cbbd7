import { z } from 'zod';
import { type AdsRules, judge } from './judge.ts';
import { limits } from './limits.ts';
import { adsOffReasons } from './no-ads-reasons.ts';

/** Requests that an edit would turn off, by reason and country; '' is an unknown country. */
const lostPart = z.object({
  reason: z.enum(adsOffReasons),
  country: z.string(),
  requests: z.number(),
});
export type LostPart = z.infer<typeof lostPart>;

/**
 * The effect of an edit of an app on phones: the requests of the last seven UTC days, how many of them would be off after the
 * edit but were on before, and these by reason and country, the largest part first. `unknown`: requests whose country was not
 * known, although the edited app has a list of countries; they count as on.
 */
export const impact = z.object({
  requests: z.number(),
  lost: z.number(),
  unknown: z.number(),
  parts: z.array(lostPart),
});
export type Impact = z.infer<typeof impact>;

/** Tells whether an edit turns off so many requests that the form asks before it is saved. */
export function turnsOffMany({ requests, lost }: Impact): boolean {
  return requests >= limits.impact.requests && lost > requests * limits.impact.share;
}

/**
 * Requests of an app by country, '' where it was not known. `vpn`: they came through a VPN, which is known only for requests
 * that were turned off because of it.
 */
export type RequestsByCountry = { country: string; requests: number; vpn?: true }[];

type Asked = RequestsByCountry[number];

const reasonFor = (app: AdsRules, { country, vpn }: Omit<Asked, 'requests'>) =>
  judge(app, [], { country: country || null, vpn: vpn ?? null }, 0).reason;

const sumOf = (list: { requests: number }[]) => list.reduce((all, one) => all + one.requests, 0);

/** Counts these requests that have their ads on by these rules; pauses are left out. */
export const requestsWithAds = (app: AdsRules, usage: RequestsByCountry): number =>
  sumOf(usage.filter((asked) => reasonFor(app, asked) === null));

/**
 * Computes the impact of an edit, by the one verdict function; pauses are left out, because they end. An app without ad units
 * has no ads, so it loses none.
 */
export function impactOf(
  before: AdsRules & { hasAdUnits: boolean },
  after: AdsRules,
  usage: RequestsByCountry,
): Impact {
  const parts = usage
    .flatMap((asked): LostPart[] => {
      const { country, requests } = asked;
      const reason = reasonFor(after, asked);
      const isLost = before.hasAdUnits && reason !== null && reasonFor(before, asked) === null;
      return isLost && requests > 0 ? [{ reason, country, requests }] : [];
    })
    .sort((a, b) => b.requests - a.requests || (a.country < b.country ? -1 : 1));
  const judgesCountry = after.ipAddress === 'on' && after.countries.length > 0;
  const unknown = judgesCountry ? usage.filter(({ country }) => country === '') : [];
  return { requests: sumOf(usage), lost: sumOf(parts), unknown: sumOf(unknown), parts };
}
