import type { RequestsByCountry } from '@adwarden/contract/impact';
import { type RawBuilder, sql } from 'kysely';
import { countIn, sumOfCounts } from '../../db/counts.ts';
import type { Db } from '../../db/schema.ts';
import { dayMs, dayOf } from '../../kit/clock.ts';

/** The number of days of an app's requests that are added up: today, the week before it, and the four weeks before that. */
const days = { week: 8, all: 36 };

/** The requests for an app's ads, added up for the rules of findings; `recent` is yesterday and today. */
export type AppTraffic = {
  week: number;
  before: number;
  yesterday: number;
  sameWeekdays: number;
  recent: { requests: number; wrongToken: number; oldToken: number; turnedOff: number }[];
};

/** Returns the traffic of those of the apps that have any. `now` is in epoch milliseconds. */
export async function trafficOf(
  db: Db,
  appIDs: string[],
  now: number,
): Promise<Map<string, AppTraffic>> {
  if (appIDs.length === 0) return new Map();
  const today = dayOf(now);
  const yesterday = today - dayMs;
  const weekBegins = today - (days.week - 1) * dayMs;
  const sameWeekdays = [1, 2, 3, 4].map((weeks) => yesterday - weeks * 7 * dayMs);
  const all = Array.from({ length: days.all }, (_, index) => today - index * dayMs);
  const added = (...names: string[]) =>
    sql.join(
      names.map((name) => countIn(sql.ref(name))),
      sql` + `,
    );
  const requests = added('ok', 'notModified');
  const turnedOff = added('turnedOff', 'offCountry', 'offVpn');
  const ofDay = (time: number) => ({
    requests: sumOf(requests, sql`day = ${time}`),
    wrongToken: sumOf(added('wrongToken'), sql`day = ${time}`),
    oldToken: sumOf(added('oldToken'), sql`day = ${time}`),
    turnedOff: sumOf(turnedOff, sql`day = ${time}`),
  });
  const [first, last] = [ofDay(yesterday), ofDay(today)];
  const rows = await db
    .selectFrom('app_usage')
    .select([
      'appID',
      sumOf(requests, sql`day >= ${weekBegins}`).as('week'),
      sumOf(requests, sql`day < ${weekBegins}`).as('before'),
      sumOf(requests, sql`day in (${sql.join(sameWeekdays)})`).as('sameWeekdays'),
      first.requests.as('requests0'),
      first.wrongToken.as('wrongToken0'),
      first.oldToken.as('oldToken0'),
      first.turnedOff.as('turnedOff0'),
      last.requests.as('requests1'),
      last.wrongToken.as('wrongToken1'),
      last.oldToken.as('oldToken1'),
      last.turnedOff.as('turnedOff1'),
    ])
    // Every day is named, so that the database finds each row by its key.
    .where('day', 'in', all)
    .where('appID', 'in', appIDs)
    .groupBy('appID')
    .execute();
  return new Map(rows.map((row) => [row.appID, trafficIn(row)]));
}

type Sql = RawBuilder<unknown>;

const sumOf = (value: Sql, when: Sql) =>
  sumOfCounts(sql`case when ${when} then ${value} else 0 end`);

type Sums = Record<
  | 'week'
  | 'before'
  | 'sameWeekdays'
  | `${'requests' | 'wrongToken' | 'oldToken' | 'turnedOff'}${0 | 1}`,
  number
>;

function trafficIn(sums: Sums): AppTraffic {
  const { week, before, sameWeekdays, requests0: yesterday } = sums;
  const recent = ([0, 1] as const).map((day) => ({
    requests: sums[`requests${day}`],
    wrongToken: sums[`wrongToken${day}`],
    oldToken: sums[`oldToken${day}`],
    turnedOff: sums[`turnedOff${day}`],
  }));
  return { week, before, yesterday, sameWeekdays, recent };
}

/**
 * Returns the requests of those apps that have any on some days, by country ('' where it was not known), with the requests that a
 * VPN turned off apart. Paused requests are left out: their country was not looked up.
 */
export async function requestsByCaller(
  db: Db,
  appIDs: string[],
  wanted: number[],
): Promise<Map<string, RequestsByCountry>> {
  if (appIDs.length === 0) return new Map();
  const count = (name: string) => countIn(sql.ref(name));
  const rows = await db
    .selectFrom('app_usage')
    .select([
      'appID',
      'country',
      sumOfCounts(sql`${count('ok')} + ${count('notModified')} - ${count('offPaused')}`).as('all'),
      sumOfCounts(count('offVpn')).as('vpn'),
    ])
    .where('day', 'in', wanted)
    .where('appID', 'in', appIDs)
    .groupBy(['appID', 'country'])
    .execute();
  const callers = (some: typeof rows): RequestsByCountry =>
    some.flatMap(({ country, all, vpn }) => [
      { country, requests: Math.max(0, all - vpn) },
      { country, requests: vpn, vpn: true as const },
    ]);
  const byApp = Map.groupBy(rows, ({ appID }) => appID);
  return new Map([...byApp].map(([appID, some]) => [appID, callers(some)]));
}
