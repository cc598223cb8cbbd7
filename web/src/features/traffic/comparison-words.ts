import type {
  ComparedCount,
  TrafficComparison,
  TrafficDifference,
} from '@adwarden/contract/traffic/comparison';
import { appPath } from '../../lib/app-tabs.ts';
import { countryName } from '../../lib/country-name.ts';
import { formatDate } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import type { Role } from '../../lib/role.ts';
import { stepMs } from './traffic-range.ts';

/** What is compared. */
export const comparedWords: Record<ComparedCount, string> = {
  requests: 'All requests',
  on: 'Requests with ads on',
};

/** Which days are compared, and with what. */
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

/** Why nothing can be compared; '' if something can. */
export function nothingCompared(compared: TrafficComparison): string {
  if (compared.computedAt === null) return 'This is worked out once an hour. It is not done yet.';
  if (compared.weeks === 0) {
    return 'There is nothing to compare with yet: at least one whole week before must be counted.';
  }
  return '';
}

/** What a difference is about: the name of an app, an owner or an account, or of a country. */
export const differenceName = (by: TrafficComparison['by'], { key, name }: TrafficDifference) =>
  by === 'country' ? countryName(key) : name;

/** The address at which a role sees a whole comparison. */
export const comparisonPath = (
  role: Role,
  { by, of, from, to }: Pick<TrafficComparison, 'by' | 'of' | 'from' | 'to'>,
): string =>
  `${paths[role].traffic}?${new URLSearchParams({ by, of, over: from === to ? 'day' : 'week' })}`;

/**
 * The address at which a role sees more of a difference, with the same days; of an owner or an account the same requests of
 * all its apps, and the differences of each. null for what is deleted.
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
      ? // With the weeks that it is compared with: its cause may lie days before.
        { last: isLongAgo ? '90d' : '30d', at: to }
      : { step: 'day', from, to };
  if (by === 'country') return `${traffic}?${new URLSearchParams({ ...time, country: key })}`;
  if (by === 'app') return `${appPath(role, key, 'traffic')}?${new URLSearchParams(time)}`;
  const compared = { [by]: key, of, over: from === to ? 'day' : 'week', until: to };
  return `${traffic}?${new URLSearchParams(compared)}`;
}
