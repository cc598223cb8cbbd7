import type { TrafficStep } from '@adwarden/contract/traffic/traffic';
import { type RawBuilder, sql } from 'kysely';
import { countIn, sumOfCounts } from '../../db/counts.ts';
import { appsOf } from '../../db/schema.requests.ts';
import type { Db } from '../../db/schema.ts';
import { isPostgres } from '../../db/which.ts';

/** The apps whose traffic is read: one app by its ID (or `allApps`, `unknownApps`), or the apps of an owner. */
export type Whose = string | { ownerId: string };

/** The counts of a step and a country. `requests` are all answers with the ads, on or off, also those of unknown outcome. */
export type CountedStep = {
  time: number;
  country: string;
  requests: number;
  on: number;
  paused: number;
  suspended: number;
  adsOff: number;
  byCountry: number;
  vpn: number;
  notModified: number;
  oldToken: number;
  wrongToken: number;
};

type CountName = Exclude<keyof CountedStep, 'time' | 'country'>;

const count = (column: string) => countIn(sql.ref(`counted.${column}`));
const ofDay: Record<CountName, RawBuilder<unknown>> = {
  requests: sql`${count('ok')} + ${count('notModified')}`,
  on: count('on'),
  paused: count('offPaused'),
  suspended: count('offSuspended'),
  adsOff: count('offAds'),
  byCountry: count('offCountry'),
  vpn: count('offVpn'),
  notModified: count('notModified'),
  oldToken: count('oldToken'),
  wrongToken: count('wrongToken'),
};

const where = (outcome: string) =>
  sql`case when counted.outcome = ${sql.lit(outcome)} then ${count('requests')} else 0 end`;
const ofHour: typeof ofDay = {
  requests: sql`case when counted.outcome = 'wrong-token' then 0 else ${count('requests')} end`,
  on: where('on'),
  paused: where('paused'),
  suspended: where('suspended'),
  adsOff: where('ads-off'),
  byCountry: where('country'),
  vpn: where('vpn'),
  notModified: count('notModified'),
  oldToken: count('oldToken'),
  wrongToken: where('wrong-token'),
};

/** The most steps of apps that a statement looks up: others wait for it. */
const lookUpsAtOnce = 20_000;

/**
 * Returns the steps and countries with any counts, in no order. For an owner, a step has the sums that were stored when it was
 * over; the other steps are added up now, over the owner's present apps.
 */
export async function countedSteps(
  db: Db,
  step: TrafficStep,
  whose: Whose,
  times: number[],
): Promise<CountedStep[]> {
  if (typeof whose === 'string') return read(db, step, whose, times);
  const { ownerId } = whose;
  const known = await totalled(db, step, times);
  const counted = known.size > 0 ? await read(db, step, appsOf(ownerId), [...known.keys()]) : [];
  const rest = times.filter((time) => !known.has(time));
  const atOnce = Math.max(1, Math.floor(lookUpsAtOnce / Math.max(1, await countApps(db, ownerId))));
  for (let from = 0; from < rest.length; from += atOnce) {
    counted.push(...(await read(db, step, whose, rest.slice(from, from + atOnce))));
  }
  return counted;
}

/** Returns the steps that are added up by owner, each with the number of requests that all apps had at that moment. */
export async function totalled(
  db: Db,
  step: TrafficStep,
  times: number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('traffic_total')
    .select(['time', countIn(sql.ref('requests')).as('requests')])
    .where('step', '=', step)
    .where('time', 'in', times)
    .execute();
  return new Map(rows.map((row) => [row.time, row.requests]));
}

async function read(
  db: Db,
  step: TrafficStep,
  whose: Whose,
  times: number[],
): Promise<CountedStep[]> {
  const [table, columns] =
    step === 'day' ? (['app_usage', ofDay] as const) : (['app_usage_hour', ofHour] as const);
  const time = sql<number>`counted.${sql.ref(step)}`;
  const sums = Object.entries(columns).map(([name, value]) => sumOfCounts(value).as(name));
  const ofThem =
    typeof whose === 'string' ? sql`counted."appID" = ${whose}` : isCountedOf(db, whose.ownerId);
  // Every time is named. Then the first two columns of the key are known, and the database finds each row directly.
  const { rows } = await sql<CountedStep>`
    select ${time} as time, counted.country, ${sql.join(sums)}
    from ${sql.table(table)} as counted
    where ${time} in (${sql.join(times)}) and ${ofThem}
    group by ${time}, counted.country`.execute(db);
  return rows;
}

/** Matches the rows of `counted` about an app that an owner has now. */
export function isCountedOf(db: Db, ownerId: string): RawBuilder<unknown> {
  const apps = sql`select app."appID" from app where app."ownerId" = ${ownerId}`;
  // PostgreSQL sorts an array and looks its IDs up in the order of the key. A join would look up each row by itself.
  return isPostgres(db)
    ? sql`counted."appID" = any(array(${apps}))`
    : sql`counted."appID" in (${apps})`;
}

async function countApps(db: Db, ownerId: string): Promise<number> {
  const { apps } = await db
    .selectFrom('app')
    .select(({ fn }) => fn.countAll<number>().as('apps'))
    .where('ownerId', '=', ownerId)
    .executeTakeFirstOrThrow();
  return apps;
}

/** Finds an app's owner and account, undefined when there is no such app. */
export function findApp(db: Db, appID: string) {
  return db
    .selectFrom('app')
    .select(['ownerId', 'accountName'])
    .where('appID', '=', appID)
    .executeTakeFirst();
}
