import { sql } from 'kysely';
import { joinedIds, splitIds } from '../../../db/joined-ids.ts';
import type { AppListTable, Db } from '../../../db/schema.ts';
import { isPostgres } from '../../../db/which.ts';
import type { Matching } from './apps.list.ids.store.ts';

/** A page of app IDs. Equal values are in the order of the IDs, in the same direction. */
export type PageOrder = {
  key: keyof AppListTable;
  direction: 'asc' | 'desc';
  limit: number;
  offset: number;
};

/** An app on a page, and how many apps there are on all pages. */
export type Found = { appID: string; total: number | null };

const count = (db: Db) => db.fn.countAll<number>().as('total');

/** A page of all apps, or of those that match. */
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

/** How many apps match. */
export async function countOf(db: Db, matching: Matching | null): Promise<number> {
  if (matching?.total != null) return matching.total;
  const query = matching
    ? db.selectFrom(matching.ids.as('matching')).select(count(db))
    : db.selectFrom('app_list').select(count(db));
  return (await query.executeTakeFirstOrThrow()).total;
}

/** The IDs of all apps, or of those that match, in an order. */
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
      // The plus stops SQLite from fetching and sorting every app of the question.
      .where(sql<number>`+app_list.id`, 'in', (eb) =>
        eb.selectFrom('matching').select('matching.id'),
      )
  );
}

/** Up to this number of apps, fetching and sorting them is faster than reading the index of the sorted column. */
const few = 2000;

/**
 * SQLite's query when the ids come from an index. A few apps are fetched and sorted. For many, the index of the sorted
 * column is read, and ids that are not in the set are skipped.
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
 * PostgreSQL plans before it knows how many apps the question has, and guesses badly. So the query contains both ways,
 * and the number decides which one runs. A few apps are fetched and sorted. For many, the index of the sorted column is
 * read, and ids that are not in the set are skipped (with `is true`, PostgreSQL hashes the set).
 */
async function pageInPostgres(db: Db, ids: Matching['ids'], order: PageOrder): Promise<Found[]> {
  const { key, direction, limit, offset } = order;
  const turned = sql.raw(direction);
  const page = sql`order by app_list.${sql.ref(key)} ${turned}, app_list."appID" ${turned}
    limit ${limit} offset ${offset}`;
  const row = sql`app_list."appID", app_list.${sql.ref(key)} as key`;
  // Only apps with a configuration are sorted by its time; in the index, the others come first.
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
