import { sql } from 'kysely';
import { joinedIds, splitIds } from '../db/joined-ids.ts';
import type { AppListTable, Db } from '../db/schema.ts';
import { isPostgres } from '../db/which.ts';
import type { Matching } from './apps.list.ids.store.ts';

/** The order and place of a page of app IDs. Equal values are in the order of the IDs, in the same direction. */
export type PageOrder = {
  key: keyof AppListTable;
  direction: 'asc' | 'desc';
  limit: number;
  offset: number;
};

/** An app on a page, and the number of apps on all pages. */
export type Found = { appID: string; total: number | null };

const count = (db: Db) => db.fn.countAll<number>().as('total');

/** Returns a page of all apps, or of the matching ones. */
export function pageOf(db: Db, matching: Matching | null, order: PageOrder): Promise<Found[]> {
  if (matching && isPostgres(db)) return pageInPostgres(db, matching.ids, order);
  if (matching?.indexed) return pageByIndex(db, matching, order);
  const { key, direction, limit, offset } = order;
  return (matching ? amongMatching(db, matching.ids) : amongAll(db))
    .orderBy(`app_list.${key}`, direction)
    .orderBy('app_list.appID', direction)
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Counts the matching apps. */
export async function countOf(db: Db, matching: Matching | null): Promise<number> {
  if (matching?.total != null) return matching.total;
  const query = matching
    ? db.selectFrom(matching.ids.as('matching')).select(count(db))
    : db.selectFrom('app_list').select(count(db));
  return (await query.executeTakeFirstOrThrow()).total;
}

/** Returns the IDs of all apps, or of the matching ones, in an order. */
export async function idsInOrder(
  db: Db,
  matching: Matching | null,
  { key, direction }: Pick<PageOrder, 'key' | 'direction'>,
): Promise<string[]> {
  const turned = sql.raw(direction);
  const id = sql.ref('app_list.appID');
  const order = sql`app_list.${sql.ref(key)} ${turned}, ${id} ${turned}`;
  const apps = db.selectFrom('app_list').select(joinedIds(db, id, order).as('ids'));
  const asked = matching ? apps.where(sql<boolean>`app_list.id in ${matching.ids}`) : apps;
  return splitIds((await asked.executeTakeFirst())?.ids);
}

function amongAll(db: Db) {
  return db
    .selectFrom('app_list')
    .select((eb) => ['app_list.appID', eb.selectFrom('app_list').select(count(db)).as('total')]);
}

function amongMatching(db: Db, ids: Matching['ids']) {
  return (
    db
      .with(
        (cte) => cte('matching').materialized(),
        () => ids,
      )
      .selectFrom('app_list')
      .select((eb) => ['app_list.appID', eb.selectFrom('matching').select(count(db)).as('total')])
      // The plus keeps SQLite from fetching and sorting every matching app.
      .where(sql<number>`+app_list.id`, 'in', (eb) =>
        eb.selectFrom('matching').select('matching.id'),
      )
  );
}

/** The number of apps up to which fetching and sorting them is faster than reading the index of the sorted column. */
const few = 2000;

/**
 * Returns a page by SQLite's query for ids that come from an index. A few apps are fetched and sorted. For many, SQLite reads the
 * index of the sorted column, and skips ids that are not in the set.
 */
async function pageByIndex(db: Db, matching: Matching, order: PageOrder): Promise<Found[]> {
  const { key, direction, limit, offset } = order;
  const total = matching.total ?? (await countOf(db, matching));
  const id = total <= few ? sql.ref('app_list.id') : sql`+${sql.ref('app_list.id')}`;
  const apps = await db
    .selectFrom('app_list')
    .select('app_list.appID')
    .where(sql<boolean>`${id} in ${matching.ids}`)
    .orderBy(`app_list.${key}`, direction)
    .orderBy('app_list.appID', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return apps.map(({ appID }) => ({ appID, total }));
}

/**
 * Returns a page from PostgreSQL, which plans before it knows how many apps match, and guesses badly. So the query contains both
 * ways, and the number decides which one runs. A few apps are fetched and sorted. For many, PostgreSQL reads the index of the
 * sorted column, and skips ids that are not in the set (with `is true`, it hashes the set).
 */
async function pageInPostgres(db: Db, ids: Matching['ids'], order: PageOrder): Promise<Found[]> {
  const { key, direction, limit, offset } = order;
  const turned = sql.raw(direction);
  const page = sql`order by app_list.${sql.ref(key)} ${turned}, app_list."appID" ${turned}
    limit ${limit} offset ${offset}`;
  const row = sql`app_list."appID", app_list.${sql.ref(key)} as key`;
  // Only apps with a configuration are sorted by its time; in the index, the other apps come first.
  const keyed = sql`app_list.${sql.ref(key)} is not null`;
  const { rows } = await sql<Found>`
    with matching as materialized ${ids},
      counted as materialized (select count(*) as total from matching)
    select "appID", (select total from counted) as total from (
      (select ${row} from app_list
        where (select total from counted) <= ${few}
          and ${keyed} and app_list.id in (select id from matching limit ${few}) ${page})
      union all
      (select ${row} from app_list
        where (select total from counted) > ${few}
          and ${keyed} and (app_list.id in (select id from matching)) is true ${page})
    ) as found
    order by key ${turned}, "appID" ${turned}`.execute(db);
  return rows;
}
