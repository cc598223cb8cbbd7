import type { RequestOutcome } from '@adwarden/contract/ads';
import { adsOffReasons } from '@adwarden/contract/no-ads-reasons';
import { allApps, unknownApps } from '../../db/schema.requests.ts';
import { dayOf, hourOf } from '../../kit/clock.ts';
import {
  type CountedUsage,
  type DayRow,
  dayCounts,
  type HourRow,
  olderCounts,
  type StoredOutcome,
  type TokenRow,
} from './usage.table.ts';

/** The number of requests with an outcome, as a process hands it on (`ads/usage`). */
export type UsageSum = [
  appID: string,
  country: string,
  outcome: RequestOutcome,
  requests: number,
  notModified: number,
  token?: string,
];

/** The counts from an edge of an older version, which does not count by outcome (`ads/following`). */
export type OlderUsageSum = [
  appID: string,
  country: string,
  ok: number,
  notModified: number,
  oldToken: number,
  wrongToken: number,
  turnedOff?: number,
];

/**
 * Returns the counts to store for a part of a process. The part of an older version has a day only: it counts for the hour of
 * `now` (epoch ms) if that is on this day, else for no hour.
 */
export function countedIn(
  part: { hour: number; sums: UsageSum[] } | { day: number; sums: OlderUsageSum[] },
  now: number,
): CountedUsage {
  const counted = 'hour' in part ? newCounts(part) : olderCountsOf(part, now);
  return {
    ...counted,
    days: [...counted.days, ...totalsOf(counted.days, 2)],
    hours: [...counted.hours, ...totalsOf(counted.hours, 3)],
  };
}

function newCounts({ hour, sums }: { hour: number; sums: UsageSum[] }): CountedUsage {
  const days = new Map<string, DayRow>();
  const hours = new Map<string, HourRow>();
  const tokens = new Map<string, TokenRow>();
  const otherTokens = new Map<string, TokenRow>();
  for (const sum of sums) {
    const [appID, country, outcome, requests, notModified, token = ''] = sum;
    const oldToken = hasReplacedToken(sum) ? requests : 0;
    const isRefused = outcome === 'wrong-token';
    addTo(days, [appID, country], countsOfDay(sum));
    addTo(hours, [appID, country, outcome], [requests, notModified, oldToken]);
    const rows = hasReplacedToken(sum) ? tokens : otherTokens;
    const counts = isRefused ? [0, requests] : [requests, 0];
    if (!isRefused || token !== '') {
      addTo(rows, [appID, token.replace('=', ''), country], counts);
    }
  }
  return {
    day: dayOf(hour),
    hour,
    columns: dayCounts,
    days: [...days.values()],
    hours: [...hours.values()],
    tokens: [...tokens.values()],
    otherTokens: [...otherTokens.values()],
  };
}

/** Tells whether the requests had a valid token other than the present one. */
const hasReplacedToken = ([, , outcome, , , token = '']: UsageSum): boolean =>
  outcome !== 'wrong-token' && token !== '' && !token.startsWith('=');

/** Returns the counts in the order of the columns: the last ones are `on`, and `off…` by reason. */
function countsOfDay(sum: UsageSum): number[] {
  const [, , outcome, requests, notModified] = sum;
  const verdicts = ['on', ...adsOffReasons].map((one) => (one === outcome ? requests : 0));
  return outcome === 'wrong-token'
    ? [0, 0, 0, requests, ...verdicts]
    : [requests - notModified, notModified, hasReplacedToken(sum) ? requests : 0, 0, ...verdicts];
}

/** Adds counts to the row with their keys. */
function addTo<Row extends (string | number)[]>(
  rows: Map<string, Row>,
  keys: string[],
  counts: number[],
): void {
  const key = keys.join(' ');
  const row = rows.get(key) ?? ([...keys, ...counts.map(() => 0)] as Row);
  rows.set(key, row);
  for (const [place, count] of counts.entries()) {
    row[keys.length + place] = Number(row[keys.length + place]) + count;
  }
}

function olderCountsOf(
  { day, sums }: { day: number; sums: OlderUsageSum[] },
  now: number,
): CountedUsage {
  const days = sums.map(
    ([appID, country, ok, held, oldToken, wrongToken, turnedOff = 0]): DayRow => [
      ...([appID, country] as const),
      ok,
      held,
      oldToken,
      wrongToken,
      turnedOff,
    ],
  );
  const hours = sums.flatMap(([appID, country, ok, notModified, oldToken, wrongToken]) => {
    const row = (
      outcome: StoredOutcome,
      requests: number,
      ...parts: [number, number]
    ): HourRow[] => (requests === 0 ? [] : [[appID, country, outcome, requests, ...parts]]);
    return [
      ...row('unknown', ok + notModified, notModified, oldToken),
      ...row('wrong-token', wrongToken, 0, 0),
    ];
  });
  const hour = dayOf(now) === day ? hourOf(now) : null;
  return { day, hour, columns: olderCounts, days, hours, tokens: [], otherTokens: [] };
}

/**
 * Returns the sums of all apps, as rows of `allApps`. `keys`: the number of values before the counts; the first is the app ID.
 */
function totalsOf<Row extends DayRow | HourRow>(rows: Row[], keys: number): Row[] {
  const totals = new Map<string, Row>();
  for (const row of rows) {
    if (row[0] === unknownApps) continue;
    const others = row.slice(1, keys) as string[];
    addTo(totals, [allApps, ...others], row.slice(keys) as number[]);
  }
  return [...totals.values()];
}
