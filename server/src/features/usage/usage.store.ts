import { type RawBuilder, sql } from 'kysely';
import { addedTo, countIn, sumOfCounts } from '../../db/counts.ts';
import { nowMs } from '../../db/now.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { sentValues } from '../../db/sent-rows.ts';
import { idCharacters } from '../../kit/ids.ts';
import {
  type CountedDay,
  type CountedUsage,
  countNames,
  type dayCounts,
  type TokenPeriod,
} from './usage.table.ts';
import { addedUp, attributed } from './usage.tokens.policy.ts';

/**
 * Adds counts to those of their day and hour, all or none of them. They are sent as JSON texts: thousands of parameters would
 * cost the office more than all the counting. Rows are written in the order of their key, so that two nodes that write at the
 * same time never deadlock.
 */
export async function addUsage(tx: Tx, counted: CountedUsage): Promise<void> {
  const { day, hour, columns, days, hours, tokens, otherTokens } = counted;
  const ofApp = ['appID', 'country'];
  await addRows(tx, 'app_usage', { day }, { keys: ofApp, counts: columns }, days);
  if (hour !== null) {
    const counts = ['requests', 'notModified', 'oldToken'];
    await addRows(tx, 'app_usage_hour', { hour }, { keys: [...ofApp, 'outcome'], counts }, hours);
  }
  const appIDs = [...new Set(otherTokens.map(([appID]) => appID))];
  const periods = await tokenPeriods(tx, appIDs);
  const known = otherTokens.flatMap((row) => attributed(row, periods.get(row[0]) ?? [], hour));
  const columnsOfTokens = { keys: ['appID', 'token', 'country'], counts: ['requests', 'refused'] };
  await addRows(tx, 'app_token_usage', { day }, columnsOfTokens, addedUp([...tokens, ...known]));
}

/** Returns the tokens of those apps whose token was ever replaced, the oldest first. */
async function tokenPeriods(db: Db, appIDs: string[]): Promise<Map<string, TokenPeriod[]>> {
  if (appIDs.length === 0) return new Map();
  const sent = sentValues(
    db,
    appIDs.map((appID) => [appID]),
  );
  const { rows: replaced } = await sql<TokenPeriod & { appID: string }>`
    select "appID", ending, since, "replacedAt" from replaced_token
    where "appID" in (select value ->> 0 from ${sent} as sent)`.execute(db);
  if (replaced.length === 0) return new Map();
  const present = await db
    .selectFrom('app_token')
    .select(['appID', 'token', 'since'])
    .where('until', 'is', null)
    .where('appID', 'in', [...new Set(replaced.map(({ appID }) => appID))])
    .execute();
  const all = [
    ...replaced,
    ...present.map(({ token, ...rest }) => ({
      ...rest,
      ending: token.slice(-4),
      replacedAt: null,
    })),
  ];
  return Map.groupBy(
    all.sort((a, b) => a.since - b.since),
    ({ appID }) => appID,
  );
}

/** Adds rows to the sums of a time. A row has the keys, then the counts; no two rows have the same keys. */
async function addRows(
  tx: Tx,
  name: 'app_usage' | 'app_usage_hour' | 'app_token_usage',
  time: Record<string, number>,
  columns: { keys: readonly string[]; counts: readonly string[] },
  rows: (string | number)[][],
): Promise<void> {
  if (rows.length === 0) return;
  const table = sql.table(name);
  const [[unit = '', at] = []] = Object.entries(time);
  const names = (some: readonly string[]): RawBuilder<unknown>[] => some.map((one) => sql.ref(one));
  const key = sql.join(names([unit, ...columns.keys]));
  const counts = names(columns.counts);
  const values = [...columns.keys, ...columns.counts].map((_, place) =>
    place < columns.keys.length
      ? sql`value ->> ${sql.lit(place)}`
      : sql`cast(value ->> ${sql.lit(place)} as bigint)`,
  );
  const order = columns.keys.map((_, place) => sql.lit(place + 2));
  await sql`
    insert into ${table} (${key}, ${sql.join(counts)})
    select cast(${at} as bigint), ${sql.join(values)}
    from ${sentValues(tx, rows)} where true order by ${sql.join(order)}
    on conflict (${key}) do update
      set ${sql.join(counts.map((count) => sql`${count} = ${addedTo(sql`${table}.${count}`, sql`excluded.${count}`)}`))}
  `.execute(tx);
}

/**
 * Adds a part of a sender's usage, once: a part whose number is not above the last one's was added before. A sender sends one
 * part after the other, and repeats a part until it is answered.
 */
export function addUsageOnce(
  db: Db,
  { sender, number }: { sender: string; number: number },
  counted: CountedUsage,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('usage_sender')
      .values({ sender, number, at: nowMs })
      .onConflict((conflict) =>
        conflict
          .column('sender')
          .doUpdateSet(({ ref }) => ({ number: ref('excluded.number'), at: ref('excluded.at') }))
          .where('usage_sender.number', '<', (eb) => eb.ref('excluded.number')),
      )
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n) await addUsage(tx, counted);
  });
}

/** The apps of a usage: one by its ID, `allApps`, `unknownApps`, or the apps of an owner together. */
type UsageOf = string | { ownerId: string };

/**
 * Selects the rows of a usage. Every day is named. Then the first two columns of the key are known, and the database finds each
 * row directly.
 */
function usageRows(db: Db, of: UsageOf, days: number[]) {
  const rows = db.selectFrom('app_usage').where('app_usage.day', 'in', days);
  if (typeof of === 'string') return rows.where('app_usage.appID', '=', of);
  return rows.where('app_usage.appID', 'in', (eb) =>
    eb.selectFrom('app').select('app.appID').where('app.ownerId', '=', of.ownerId),
  );
}

const countOf = (name: (typeof dayCounts)[number] | 'turnedOff') =>
  countIn(sql.ref(`app_usage.${name}`));
const sumOf = (name: (typeof countNames)[number]) => sumOfCounts(countOf(name)).as(name);
const answered = sumOfCounts(sql`${countOf('ok')} + ${countOf('notModified')}`);
const requests = answered.as('requests');

/** Returns the days with any counts, in any order. */
export function usageByDay(db: Db, of: UsageOf, days: number[]): Promise<CountedDay[]> {
  return usageRows(db, of, days)
    .select(['app_usage.day', ...countNames.map(sumOf)])
    .groupBy('app_usage.day')
    .execute() as Promise<CountedDay[]>;
}

/** Returns the countries of an app's callers, most requests first; '' where it was not known. */
export function usageByCountry(db: Db, appID: string, days: number[]) {
  return usageRows(db, appID, days)
    .select(['app_usage.country', requests])
    .groupBy('app_usage.country')
    .orderBy('requests', 'desc')
    .orderBy('app_usage.country')
    .execute();
}

/** Returns the requests of those apps that have any, by country; '' where it was not known. */
export async function requestsByCountryOf(db: Db, appIDs: string[], days: number[]) {
  if (appIDs.length === 0) return new Map<string, { country: string; requests: number }[]>();
  const rows = await db
    .selectFrom('app_usage')
    .where('app_usage.day', 'in', days)
    .where('app_usage.appID', 'in', appIDs)
    .select(['app_usage.appID', 'app_usage.country', requests])
    .groupBy(['app_usage.appID', 'app_usage.country'])
    .execute();
  return Map.groupBy(rows, ({ appID }) => appID);
}

/** Returns the requests of those apps that have any, and those with ads on. */
export async function requestsOf(
  db: Db,
  appIDs: string[],
  days: number[],
): Promise<Map<string, { requests: number; on: number }>> {
  if (appIDs.length === 0) return new Map();
  const rows = await db
    .selectFrom('app_usage')
    .where('app_usage.day', 'in', days)
    .where('app_usage.appID', 'in', appIDs)
    .select(['app_usage.appID', requests, sumOfCounts(countOf('on')).as('on')])
    .groupBy('app_usage.appID')
    .execute();
  return new Map(rows.map(({ appID, ...counts }) => [appID, counts]));
}

export type AskedApp = { appID: string; requests: number };

/** An app with its requests. `allowed`: the requests that no rule of country or VPN turned off. */
export type CountedApp = AskedApp & { allowed: number };

/** Returns the apps of an owner with most requests. */
export function mostAskedOf(db: Db, ownerId: string, days: number[], most: number) {
  return mostAsked(usageRows(db, { ownerId }, days), most);
}

/** Finds the apps whose requests in these days differ from those in the lists, among the apps that begin with a character. */
export function differentRequests(db: Db, days: number[], first: string): Promise<CountedApp[]> {
  const turnedOff = sumOfCounts(
    sql`${countOf('offCountry')} + ${countOf('offVpn')} + ${countOf('turnedOff')}`,
  );
  const sums = db
    .selectFrom('app_usage')
    .where('app_usage.day', 'in', days)
    .where('app_usage.appID', '>=', first)
    .where('app_usage.appID', '<', `${first}~`)
    .select(['app_usage.appID', requests, turnedOff.as('turnedOff')])
    .groupBy('app_usage.appID')
    .as('sums');
  const now = sql<number>`coalesce(sums.requests, 0)`;
  const allowed = sql<number>`case when sums.requests > sums."turnedOff"
    then sums.requests - sums."turnedOff" else 0 end`;
  return db
    .selectFrom('app_list')
    .leftJoin(sums, 'sums.appID', 'app_list.appID')
    .where('app_list.appID', '>=', first)
    .where('app_list.appID', '<', `${first}~`)
    .where((eb) =>
      eb.or([
        eb('app_list.requests7d', '<>', now),
        // Apps without requests keep null, so that the first run after an upgrade does not write all of them.
        eb.and([eb(now, '>', 0), eb('app_list.allowed7d', 'is distinct from', allowed)]),
      ]),
    )
    .select(['app_list.appID', now.as('requests'), allowed.as('allowed')])
    .execute();
}

/** Writes the requests by which lists sort and filter these apps. */
export async function setRequests(db: Db, apps: CountedApp[]): Promise<void> {
  const rows = sentValues(
    db,
    apps.map(({ appID, requests, allowed }) => [appID, requests, allowed]),
  );
  await sql`update app_list set "requests7d" = cast(counted.value ->> 1 as bigint),
      "allowed7d" = cast(counted.value ->> 2 as bigint)
    from ${rows} as counted where app_list."appID" = counted.value ->> 0`.execute(db);
}

/**
 * Returns the apps with most requests, deleted ones included. There is one short statement for each first character of app IDs,
 * because other queries wait for a running statement.
 */
export async function mostAskedOfAll(db: Db, days: number[], most: number): Promise<AskedApp[]> {
  const top: AskedApp[] = [];
  for (const first of idCharacters) {
    const part = db
      .selectFrom('app_usage')
      .where('app_usage.day', 'in', days)
      .where('app_usage.appID', '>=', first)
      .where('app_usage.appID', '<', `${first}~`);
    top.push(...(await mostAsked(part, most)));
    top.sort((a, b) => b.requests - a.requests || (a.appID < b.appID ? -1 : 1)).splice(most);
  }
  return top;
}

function mostAsked(rows: ReturnType<typeof usageRows>, most: number): Promise<AskedApp[]> {
  return rows
    .select(['app_usage.appID', requests])
    .groupBy('app_usage.appID')
    .having(answered, '>', 0)
    .orderBy('requests', 'desc')
    .orderBy('app_usage.appID')
    .limit(most)
    .execute();
}

/** Returns the names of those apps that exist. */
export async function namesOf(db: Db, appIDs: string[]): Promise<Map<string, string>> {
  if (appIDs.length === 0) return new Map();
  const rows = await db
    .selectFrom('app')
    .select(['appID', 'appName'])
    .where('appID', 'in', appIDs)
    .execute();
  return new Map(rows.map((row) => [row.appID, row.appName]));
}

/** Returns the id of an app's owner, null for nobody; undefined when there is no such app. */
export async function ownerOf(db: Db, appID: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('app')
    .select('ownerId')
    .where('appID', '=', appID)
    .executeTakeFirst();
  return row?.ownerId;
}
