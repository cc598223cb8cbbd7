import type {
  ComparedCount,
  TrafficComparison,
  TrafficDifference,
} from '@adwarden/contract/traffic/comparison';
import { appPath } from '../../lib/app-tabs.ts';
import { formatDate } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import type { Role } from '../../lib/role.ts';
import { countryName } from '../../lib/words/country-name.ts';
import { stepMs } from './traffic-range.ts';

/** The compared counts, in words. */
export const comparedWords: Record<ComparedCount, string> = {
  requests: 'All requests',
  on: 'Requests with ads on',
};

/** Says which days are compared, and with what. */
export function comparedDays({
  from,
  to,
  weeks,
}: Pick<TrafficComparison, 'from' | 'to' | 'weeks'>) {
  const days = from === to ? formatDate(to) : `${formatDate(from)} to ${formatDate(to)}`;
  const before =
    weeks === 1 ? 'the week before' : weeks === 0 ? '' : `the mean of ${weeks} weeks before`;
  const same = from === to ? 'the same weekday, ' : 'the same days, ';
  return `${days} (UTC)${before && ` against ${same}${before}`}`;
}

/** Says why nothing can be compared; '' if something can. */
export function nothingCompared(compared: TrafficComparison): string {
  if (compared.computedAt === null) return 'This is worked out once an hour. It is not done yet.';
  if (compared.weeks === 0) {
    return 'There is nothing to compare with yet: at least one whole week before must be counted.';
  }
  return '';
}

/** Returns the name of a difference: of an app, an owner or an account, or of a country. */
export const differenceName = (by: TrafficComparison['by'], { key, name }: TrafficDifference) =>
  by === 'country' ? countryName(key) : name;

/** Returns the address at which a role sees a whole comparison. */
export const comparisonPath = (
  role: Role,
  { by, of, from, to }: Pick<TrafficComparison, 'by' | 'of' | 'from' | 'to'>,
): string =>
  `${paths[role].traffic}?${new URLSearchParams({ by, of, over: from === to ? 'day' : 'week' })}`;

/**
 * Returns the address at which a role sees more of a difference, with the same days. For an owner or an account, it shows
 * the same requests of all its apps, and the differences of each; null for deleted ones.
 */
export function differencePath(
  role: Role,
  { by, of, from, to }: Pick<TrafficComparison, 'by' | 'of' | 'from' | 'to'>,
  { key, isGone }: TrafficDifference,
): string | null {
  if (isGone) return null;
  const { traffic } = paths[role];
  const isLongAgo = Date.parse(to) < Date.now() - 29 * stepMs.day;
  const time: Record<string, string> =
    from === to
      ? // Include the weeks that it is compared with: its cause may lie days before.
        { last: isLongAgo ? '90d' : '30d', at: to }
      : { step: 'day', from, to };
  if (by === 'country') return `${traffic}?${new URLSearchParams({ ...time, country: key })}`;
  if (by === 'app') return `${appPath(role, key, 'traffic')}?${new URLSearchParams(time)}`;
  const compared = { [by]: key, of, over: from === to ? 'day' : 'week', until: to };
  return `${traffic}?${new URLSearchParams(compared)}`;
}
