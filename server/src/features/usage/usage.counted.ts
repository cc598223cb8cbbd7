import type { RequestOutcome } from '@adwarden/contract/ads';
import { dayOf, hourOf } from '../../kit/clock.ts';
import {
  allApps,
  type CountedUsage,
  type DayRow,
  dayCounts,
  type HourRow,
  olderCounts,
  type StoredOutcome,
  type TokenRow,
  unknownApps,
} from './usage.table.ts';

/** How many requests had an outcome, as a process hands it on (`ads/usage`). */
export type UsageSum = [
  appID: string,
  country: string,
  outcome: RequestOutcome,
  requests: number,
  notModified: number,
  oldToken?: string,
];

/** The same of an edge of a version before, which does not tell apart whether ads were on (`ads/following`). */
export type OlderUsageSum = [
  appID: string,
  country: string,
  ok: number,
  notModified: number,
  oldToken: number,
  wrongToken: number,
  turnedOff?: number,
];

const ofOutcome: Record<RequestOutcome, (typeof dayCounts)[number]> = {
  on: 'on',
  paused: 'offPaused',
  suspended: 'offSuspended',
  'ads-off': 'offAds',
  country: 'offCountry',
  vpn: 'offVpn',
  'wrong-token': 'wrongToken',
};
/** The place of a count in a row, after the app ID and the country. */
const placeOf = (name: (typeof dayCounts)[number]) => dayCounts.indexOf(name) + 2;
const places = {
  ok: placeOf('ok'),
  notModified: placeOf('notModified'),
  oldToken: placeOf('oldToken'),
};
const placeOfOutcome = Object.fromEntries(
  Object.entries(ofOutcome).map(([outcome, name]) => [outcome, placeOf(name)]),
) as Record<RequestOutcome, number>;
const noCounts = dayCounts.map(() => 0);

/**
 * What is stored of a part of a process. A part without an hour counts for that of `now` (epoch ms) while its day lasts, and
 * else for no hour.
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
  const tokens: TokenRow[] = [];
  for (const [appID, country, outcome, requests, notModified, token = ''] of sums) {
    const oldToken = token === '' ? 0 : requests;
    const app = `${appID} ${country}`;
    const day = days.get(app) ?? [appID, country, ...noCounts];
    days.set(app, day);
    add(day, placeOfOutcome[outcome], requests);
    if (outcome !== 'wrong-token') {
      add(day, places.ok, requests - notModified);
      add(day, places.notModified, notModified);
      add(day, places.oldToken, oldToken);
    }
    const key = `${app} ${outcome}`;
    const sum = hours.get(key);
    if (sum) addAll(sum, [requests, notModified, oldToken], 3);
    else hours.set(key, [appID, country, outcome, requests, notModified, oldToken]);
    if (token !== '') tokens.push([appID, token, country, requests]);
  }
  const rows = { days: [...days.values()], hours: [...hours.values()] };
  return { day: dayOf(hour), hour, columns: dayCounts, ...rows, tokens };
}

function olderCountsOf(
  { day, sums }: { day: number; sums: OlderUsageSum[] },
  now: number,
): CountedUsage {
  const days = sums.map(
    ([appID, country, ok, held, oldToken, wrongToken, turnedOff = 0]): DayRow => [
      ...([appID, country] as const),
      ...[ok, held, oldToken, wrongToken, turnedOff],
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
  return { day, hour, columns: olderCounts, days, hours, tokens: [] };
}

/** The sums of all apps, as one more of them: `keys` is how many values stand before the counts, the app ID first. */
function totalsOf<Row extends DayRow | HourRow>(rows: Row[], keys: number): Row[] {
  const totals = new Map<string, Row>();
  for (const row of rows) {
    if (row[0] === unknownApps) continue;
    const key = row.slice(1, keys).join(' ');
    const total = totals.get(key);
    if (total) addAll(total, row.slice(keys) as number[], keys);
    else totals.set(key, [allApps, ...row.slice(1)] as Row);
  }
  return [...totals.values()];
}

function add(row: DayRow | HourRow, place: number, count: number): void {
  (row as number[])[place] = ((row as number[])[place] ?? 0) + count;
}

function addAll(row: DayRow | HourRow, counts: number[], from: number): void {
  for (const [index, count] of counts.entries()) add(row, from + index, count);
}
