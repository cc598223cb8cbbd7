import type { AppUsage, UsageCounts } from '@adwarden/contract/usage';
import { countryName } from '../../lib/country-name.ts';
import { formatTime } from '../../lib/dates.ts';

const numbers = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** '12,345'. */
export const inFull = (count: number): string => numbers.format(count);
/** '12.3K', short, for an axis. */
export const inShort = (count: number): string => short.format(count);

/**
 * What the days of the figures are, and when the last one (`2026-03-05`) began in the person's zone: they are stored as
 * sums of UTC days, which cannot be divided into other days.
 */
export function daysInWords(last: string): string {
  const begin = formatTime(`${last}T00:00:00Z`);
  return begin === '12:00 AM' || begin === ''
    ? 'Days in UTC'
    : `Days in UTC, which begin at ${begin} here`;
}

/** Answers with the app's ads: 200 and 304. */
export const requestsIn = ({ ok, notModified }: UsageCounts): number => ok + notModified;

/** Whether nobody asked at all, not even with a wrong token. */
export const isSilent = (counts: UsageCounts): boolean =>
  requestsIn(counts) === 0 && counts.wrongToken === 0;

/** '34%', rounded; but '0%' only for none, and '100%' only for all. '–' if the whole is 0. */
export function share(part: number, whole: number): string {
  if (whole === 0) return '–';
  if (part === 0) return '0%';
  if (part === whole) return '100%';
  return `${Math.min(99, Math.max(1, Math.round((part / whole) * 100)))}%`;
}

/** A country, or null for the rest of the requests, whose country is not known. */
export type CountryShare = { name: string | null; requests: number };

/** The countries by requests, and last the requests without a known country; empty if no country is known at all. */
export function countryShares({ countries, total }: AppUsage): CountryShare[] {
  if (countries.length === 0) return [];
  const known = countries.map(({ country, requests }) => ({
    name: countryName(country),
    requests,
  }));
  const rest = requestsIn(total) - known.reduce((sum, { requests }) => sum + requests, 0);
  return rest > 0 ? [...known, { name: null, requests: rest }] : known;
}
