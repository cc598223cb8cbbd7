import { counted } from '@adwarden/contract/counted';
import { limits } from '@adwarden/contract/limits';
import type { TokenUses } from '@adwarden/contract/traffic/tokens';
import { formatDate, formatDateTime } from '../../../lib/dates.ts';
import { countryName } from '../../../lib/words/country-name.ts';

const dayMs = 24 * 3_600_000;

/** The days for which the uses of tokens are kept. */
export const keptDays = limits.kept.tokenUses.days;

/** Returns '12,345'. */
export const inFull = (count: number): string => count.toLocaleString('en');

/** The effect on phones when their token ends: clients keep their last answer for a day (docs/client-protocol.md). */
export const afterOldToken =
  'Installed copies with an old token keep their last answer for up to 24 hours, and then get no ads.';

/**
 * Returns '12 requests of the last 14 days had it. ', where `token` is 'it'; '' while the uses are not read. Without any
 * request, the text depends on whether all requests were counted by token.
 */
export function stillUsed(
  uses: Pick<TokenUses, 'requests' | 'isComplete'>[] | undefined,
  token: string,
): string {
  if (uses === undefined) return '';
  const requests = uses.reduce((sum, one) => sum + one.requests, 0);
  if (requests > 0)
    return `${counted(requests, 'request')} of the last ${keptDays} days had ${token}. `;
  return uses.every(({ isComplete }) => isComplete)
    ? `No request of the last ${keptDays} days had ${token}. `
    : `It is not known whether phones still ask with ${token}: not all requests are counted. `;
}

/**
 * Says how many requests had a token yesterday and today (UTC), or that it is not known; '' if none had it. The dialog of
 * a new token says it before it ends that token.
 */
export function lastUses({ days, isComplete }: Pick<TokenUses, 'days' | 'isComplete'>): string {
  const [yesterday = 0, today = 0] = [days.at(-2)?.requests, days.at(-1)?.requests];
  if (yesterday + today > 0) {
    return `${counted(yesterday, 'request')} yesterday and ${inFull(today)} today (UTC) had the current token.`;
  }
  return isComplete ? '' : 'It is not known whether phones still ask with the current token.';
}

/** Says why there is no count of a token's requests. `missingSince`: since when an edge has sent none. */
export function noUses(
  { isComplete, since }: Pick<TokenUses, 'isComplete' | 'since'>,
  missingSince: string | null,
): string {
  if (isComplete) return 'No phone has asked with it.';
  return missingSince === null
    ? `It is not known whether a phone has asked with it: on ${formatDate(since.slice(0, 10))} requests were not counted by token.`
    : `It is not known whether a phone has asked with it: counts of another server are missing since ${formatDateTime(missingSince)}.`;
}

/** A UTC day, '2026-11-24', and the requests with a token on it; null for a day without counts by token. */
export type TokenDay = { day: string; requests: number | null };

/** Returns all days that are kept, the oldest first, up to the last one that a token is counted on. */
export function allDays({ days }: Pick<TokenUses, 'days'>): TokenDay[] {
  const last = days.at(-1);
  if (!last) return [];
  const byDay = new Map(days.map(({ day, requests }) => [day, requests]));
  return Array.from({ length: keptDays }, (_, index) => {
    const at = Date.parse(last.day) - (keptDays - 1 - index) * dayMs;
    const day = new Date(at).toISOString().slice(0, 10);
    return { day, requests: byDay.get(day) ?? null };
  });
}

/** The most countries that are named. */
const mostNamed = 3;

/** Returns 'India 5,200, Germany 300 and 2 more countries'; '' if no country is known. */
export function usesByCountry(countries: TokenUses['countries']): string {
  const known = countries.filter(({ country }) => country !== '');
  const names = known
    .slice(0, mostNamed)
    .map(({ country, requests }) => `${countryName(country)} ${inFull(requests)}`);
  const more = known.length - names.length;
  if (more === 0) return names.join(', ');
  return `${names.join(', ')} and ${counted(more, 'more country', 'more countries')}`;
}
