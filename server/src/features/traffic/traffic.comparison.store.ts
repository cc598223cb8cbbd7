import { limits } from '@adwarden/contract/limits';
import { sql } from 'kysely';
import { countIn, sumOfCounts } from '../../db/counts.ts';
import { nowMs } from '../../db/now.ts';
import { allApps, type TrafficComparisonTable } from '../../db/schema.requests.ts';
import type { Db } from '../../db/schema.ts';
import { isOfAccount } from '../../db/text-search.ts';
import { isPostgres } from '../../db/which.ts';
import type { AppRange } from './traffic.chunks.ts';
import { isCountedOf } from './traffic.store.ts';
import type { DayTotal } from './traffic.weeks.policy.ts';

/** Returns the first stored day; null when there is none. */
export async function firstStoredDay(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('app_usage')
    .select('day')
    .where('appID', '=', allApps)
    .where('day', '>=', 0)
    .where('day', '<=', limits.latestTime)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst();
  return row?.day ?? null;
}

/** Counts the requests of all apps on some days; days without any are left out. */
export async function dayTotals(db: Db, days: number[]): Promise<Map<number, DayTotal>> {
  const added = (...names: string[]) =>
    sql.join(
      names.map((name) => countIn(sql.ref(name))),
      sql` + `,
    );
  const known = added('on', 'offPaused', 'offSuspended', 'offAds', 'offCountry', 'offVpn');
  const rows = await db
    .selectFrom('app_usage')
    .select([
      'day',
      sumOfCounts(added('ok', 'notModified')).as('requests'),
      sumOfCounts(known).as('known'),
    ])
    .where('day', 'in', days)
    .where('appID', '=', allApps)
    .groupBy('day')
    .execute();
  return new Map(rows.map((row) => [row.day, row]));
}

/** A selection of apps: those whose IDs lie between two texts, those that an owner has now, or some by their IDs. */
export type Apps = AppRange | { ownerId: string } | { appIDs: string[] };

/** The sums to which a day belongs: weight number N is 1 if its requests are added to sum number N. */
export type DayWeights = { day: number; weights: readonly (0 | 1)[] };

/** Sums of an app and a country, in the order of the weights. The same app and country may come twice: add them up. */
export type AppSums = { appID: string; country: string; sums: number[] };

/**
 * Adds up the counts of days by app and country: sum number N has a day's requests, or those with ads on (`ofs`), if weight
 * number N of the day is 1.
 */
export async function sumsOfApps(
  db: Db,
  apps: Apps,
  days: readonly DayWeights[],
  ofs: readonly ('requests' | 'on')[],
): Promise<AppSums[]> {
  // The rows of an owner's apps lie far apart, so PostgreSQL reads many pages: two connections halve the time.
  const parts = 'ownerId' in apps && isPostgres(db) ? halvesOf(days) : [days];
  return (await Promise.all(parts.map((part) => sumsOfDays(db, apps, part, ofs)))).flat();
}

const halvesOf = (days: readonly DayWeights[]) => {
  const middle = Math.ceil(days.length / 2);
  return [days.slice(0, middle), days.slice(middle)].filter(({ length }) => length > 0);
};

async function sumsOfDays(
  db: Db,
  apps: Apps,
  days: readonly DayWeights[],
  ofs: readonly ('requests' | 'on')[],
): Promise<AppSums[]> {
  const rowsOfDays = days.map(
    ({ day, weights }) => sql`(${sql.join([day, ...weights].map(whole))})`,
  );
  const names = ofs.map((_, place) => sql.ref(`w${place}`));
  const sums = ofs.map((of, place) => {
    const [ok, held, on] = ['ok', 'notModified', 'on'].map((name) =>
      countIn(sql.ref(`counted.${name}`)),
    );
    const count = of === 'on' ? on : sql`${ok} + ${held}`;
    return sql`${sumOfCounts(sql`(${count}) * ${sql.ref(`w${place}`)}`)} as ${sql.ref(`s${place}`)}`;
  });
  const chosen =
    'ownerId' in apps
      ? isCountedOf(db, apps.ownerId)
      : 'appIDs' in apps
        ? sql`counted."appID" in (${sql.join(apps.appIDs)})`
        : sql`counted."appID" >= ${apps.from} and counted."appID" < ${apps.before}`;
  // The days come first: then each day is a range of the key.
  const { rows } = await sql<Record<string, number> & { appID: string; country: string }>`
    with compared (day, ${sql.join(names)}) as (values ${sql.join(rowsOfDays)})
    select counted."appID", counted.country, ${sql.join(sums)}
    from compared cross join app_usage as counted
    where counted.day = compared.day and ${chosen}
    group by counted."appID", counted.country`.execute(db);
  return rows.map((row) => ({
    appID: row.appID,
    country: row.country,
    sums: ofs.map((_, place) => row[`s${place}`] ?? 0),
  }));
}

const whole = (value: number) => sql`cast(${value} as bigint)`;

/** The owner and the account of an app: '' for none, and the account in the form in which accounts are compared. */
export type Belonging = { appID: string; ownerId: string; accountKey: string; accountName: string };

export async function belongings(db: Db, apps: Apps): Promise<Belonging[]> {
  const query = db
    .selectFrom('app')
    .select(['appID', 'ownerId', 'accountName'])
    .select(sql<string>`adwarden_fold("accountName")`.as('accountKey'));
  const rows = await ('ownerId' in apps
    ? query.where('ownerId', '=', apps.ownerId)
    : 'appIDs' in apps
      ? query.where('appID', 'in', apps.appIDs)
      : query.where('appID', '>=', apps.from).where('appID', '<', apps.before)
  ).execute();
  return rows.map((row) => ({ ...row, ownerId: row.ownerId ?? '' }));
}

/** Returns the IDs of the apps of an account, whose name is compared as for pauses; with `ownerId` only those of this owner. */
export async function appsOfAccount(
  db: Db,
  account: string,
  ownerId: string | undefined,
): Promise<string[]> {
  const rows = await db
    .selectFrom('app')
    .select('app.appID')
    .where(isOfAccount(db, account))
    .$if(ownerId !== undefined, (apps) => apps.where('app.ownerId', '=', ownerId ?? ''))
    .orderBy('app.appID')
    .execute();
  return rows.map(({ appID }) => appID);
}

export async function countApps(db: Db): Promise<number> {
  const { apps } = await db
    .selectFrom('app')
    .select(({ fn }) => fn.countAll<number>().as('apps'))
    .executeTakeFirstOrThrow();
  return apps;
}

/** Returns the present names of apps or owners, by their IDs. `ownerId` leaves out the apps of all other owners. */
export async function namesOf(
  db: Db,
  of: 'app' | 'owner',
  ids: string[],
  ownerId?: string,
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows =
    of === 'app'
      ? await db
          .selectFrom('app')
          .select(['appID as id', 'appName as name'])
          .where('appID', 'in', ids)
          .$if(ownerId !== undefined, (apps) => apps.where('ownerId', '=', ownerId as string))
          .execute()
      : await db
          .selectFrom('app_user')
          .select(['id', 'fullName as name'])
          .where('id', 'in', ids)
          .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns the last names of deleted things in the log. */
export async function lastNames(
  db: Db,
  entity: 'app' | 'user',
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('change')
    .select(['key', 'row'])
    .where('entity', '=', entity)
    .where('key', 'in', ids)
    .where('action', '=', 'delete')
    .orderBy('seq')
    .execute();
  const nameOf = (row: string) => {
    const { appName, fullName } = JSON.parse(row) as Record<string, string | undefined>;
    return appName ?? fullName ?? '';
  };
  return new Map(rows.map(({ key, row }) => [key, nameOf(row)]));
}

type StoredComparison = Omit<TrafficComparisonTable, 'at'>;

/** Stores comparisons of a day in place of the earlier ones. */
export async function storeComparisons(db: Db, rows: StoredComparison[]): Promise<void> {
  await db
    .insertInto('traffic_comparison')
    .values(rows.map((row) => ({ ...row, at: nowMs })))
    .onConflict((conflict) =>
      conflict.columns(['day', 'days', 'by', 'of']).doUpdateSet(({ ref }) => ({
        weeks: ref('excluded.weeks'),
        differences: ref('excluded.differences'),
        at: ref('excluded.at'),
      })),
    )
    .execute();
}

export function findComparison(
  db: Db,
  { day, days, by, of }: Pick<TrafficComparisonTable, 'day' | 'days' | 'by' | 'of'>,
) {
  return db
    .selectFrom('traffic_comparison')
    .select(['weeks', 'differences', 'at'])
    .where('day', '=', day)
    .where('days', '=', days)
    .where('by', '=', by)
    .where('of', '=', of)
    .executeTakeFirst();
}

/** Returns the days that are compared already. */
export async function comparedDays(db: Db): Promise<Set<number>> {
  const rows = await db.selectFrom('traffic_comparison').select('day').distinct().execute();
  return new Set(rows.map(({ day }) => day));
}
