import { hourMs } from '../../kit/clock.ts';
import type { TokenPeriod, TokenRow } from './usage.table.ts';

/**
 * Returns the rows to store for counts whose token is not a replaced one. None for an app whose token was never replaced
 * (`periods` is empty), and none for refused tokens that were never the app's. Older edges do not send the present token: it is
 * the one that was present in the whole hour of the part; if there was none, the token is not known ('').
 */
export function attributed(row: TokenRow, periods: TokenPeriod[], hour: number | null): TokenRow[] {
  const [appID, token, country, requests, refused] = row;
  if (periods.length === 0) return [];
  if (refused > 0) return periods.some(({ ending }) => ending === token) ? [row] : [];
  if (token !== '') return [row];
  return [[appID, presentIn(periods, hour), country, requests, refused]];
}

function presentIn(periods: TokenPeriod[], hour: number | null): string {
  if (hour === null) return '';
  const [first] = periods;
  const isPresent = (one: TokenPeriod) =>
    (one === first || one.since <= hour) &&
    (one.replacedAt === null || one.replacedAt >= hour + hourMs);
  return periods.find(isPresent)?.ending ?? '';
}

/** Adds up the rows of each key. */
export function addedUp(rows: TokenRow[]): TokenRow[] {
  const byKey = new Map<string, TokenRow>();
  for (const [appID, token, country, requests, refused] of rows) {
    const key = [appID, token, country].join(' ');
    const [, , , otherRequests = 0, otherRefused = 0] = byKey.get(key) ?? [];
    byKey.set(key, [appID, token, country, requests + otherRequests, refused + otherRefused]);
  }
  return [...byKey.values()];
}
