import type { Impact } from '@adwarden/contract/impact';
import type { AdsOffReason } from '@adwarden/contract/no-ads-reasons';
import { noAds } from '@adwarden/contract/state-words';

/** The effect of an edit on phones in one sentence, and the fields that cause it. */
export type Effect = { text: string; fields: readonly string[] };

const fieldOf: Record<AdsOffReason, string> = {
  paused: 'adsStatus',
  suspended: 'appStatus',
  'ads-off': 'adsStatus',
  country: 'ipAddress',
  vpn: 'ipAddress',
};

/** Rounds to three digits: caches in front answer some requests, so more digits would not be true. */
const about = (count: number) => Number(count.toPrecision(3)).toLocaleString('en');

/** Says how many requests of a week an edit would turn off, and why; a deletion needs no reason. */
export function requestsTurnedOff(impact: Impact): Effect {
  const { requests, lost, parts } = impact;
  const why = [...new Set(parts.map(({ reason }) => reason))];
  const part =
    lost === requests
      ? `All of about ${about(requests)} requests`
      : `About ${about(lost)} of ${about(requests)} requests`;
  const because = why.length > 0 ? ` (${why.map((reason) => noAds[reason].word).join(', ')})` : '';
  return {
    text: `${part} in the last 7 days would get no ads${because}.`,
    fields: why.map((reason) => fieldOf[reason]),
  };
}
