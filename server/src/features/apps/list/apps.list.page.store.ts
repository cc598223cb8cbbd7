import { type RawBuilder, sql } from 'kysely';
import type { AppListTable, Db } from '../../../db/schema.ts';
import { isPostgres } from '../../../db/which.ts';
import type { Asked } from './apps.list.ids.store.ts';

/** A page of app IDs: ties are in their order, which turns with the direction. */
export type PageOrder = {
  key: keyof AppListTable;
  direction: 'asc' | 'desc';
  limit: number;
  offset: number;
};

/** An app on a page, and how many apps there are on all pages. */
export type Found = { appID: string; total: number | null };

type Sql = RawBuilder<unknown>;

const count = (db: Db) => db.fn.countAll<number>().as('total');

/** A page of all apps, or of those that are asked for. */
export function pageOf(db: Db, asked: Asked | null, order: PageOrder): Promise<Found[]> {
  if (asked && isPostgres(db)) return pageInPostgres(db, asked.ids, order);
  if (asked?.indexed) return pageByIndex(db, asked.ids, order);
  const { key, direction, limit, offset } = order;
  return (asked ? amongAsked(db, asked.ids) : amongAll(db))
    .orderBy(`app_list.${key}`, direction)
    .orderBy('app_list.appID', direction)
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many apps are asked for. */
export async function countOf(db: Db, asked: Asked | null): Promise<number> {
  const query = asked
    ? db.selectFrom(asked.ids.as('asked')).select(count(db))
    : db.selectFrom('app_list').select(count(db));
  return (await query.executeTakeFirstOrThrow()).total;
}

function amongAll(db: Db) {
  return db
    .selectFrom('app_list')
    .select((eb) => ['app_list.appID', eb.selectFrom('app_list').select(count(db)).as('total')]);
}

function amongAsked(db: Db, ids: Asked['ids']) {
  return (
    db
      .with(
        (cte) => cte('asked').materialized(),
        () => ids,
      )
      .selectFrom('app_list')
      .select((eb) => ['app_list.appID', eb.selectFrom('asked').select(count(db)).as('total')])
      // The plus keeps SQLite from fetching every app that was asked for, to sort them.
      .where(sql<number>`+app_list.id`, 'in', (eb) => eb.selectFrom('asked').select('asked.id'))
  );
}

/** As many apps are fetched one by one and sorted sooner than an index is walked. */
const few = 2000;

/**
 * SQLite's way where ids come out of an index: few apps are fetched and sorted; for many the index of the
 * sorted column is walked past the ids that are not in the set. A limit of none keeps the other way from
 * being begun.
 */
async function pageByIndex(db: Db, ids: Asked['ids'], order: PageOrder): Promise<Found[]> {
  const { key, direction, limit, offset } = order;
  const turned = sql.raw(direction);
  const keyed = sql.ref(`app_list.${key}`);
  const row = (total: Sql) =>
    sql`select app_list."appID", ${keyed} as key, ${total} as total from app_list`;
  const page = (isTurn: Sql) => sql`order by ${keyed} ${turned}, app_list."appID" ${turned}
    limit iif((select n from counted) ${isTurn} ${few}, ${limit}, 0) offset ${offset}`;
  const { rows } = await sql<Found>`
    with asked as not materialized ${ids},
      counted (n) as materialized (select count(*) from (select id from asked limit ${few + 1}))
    select "appID", total from (
      select * from (${row(sql`(select n from counted)`)}
        where app_list.id in (select id from asked) ${page(sql`<=`)})
      union all
      select * from (${row(sql`(select count(*) from asked)`)}
        where +app_list.id in (select id from asked) ${page(sql`>`)})
    )
    order by key ${turned}, "appID" ${turned}`.execute(db);
  return rows;
}

/**
 * PostgreSQL plans before it knows how many apps are asked for, and guesses badly. So both ways are written
 * down, and the number decides which one runs: few apps are fetched and sorted; for many the index of the
 * sorted column is walked past the ids that are not in the set (`is true` keeps that set a hashed one).
 */
async function pageInPostgres(db: Db, ids: Asked['ids'], order: PageOrder): Promise<Found[]> {
  const { key, direction, limit, offset } = order;
  const turned = sql.raw(direction);
  const page = sql`order by app_list.${sql.ref(key)} ${turned}, app_list."appID" ${turned}
    limit ${limit} offset ${offset}`;
  const row = sql`app_list."appID", app_list.${sql.ref(key)} as key`;
  // Only apps with a configuration are sorted by its time, and the others come first in the index.
  const keyed = sql`app_list.${sql.ref(key)} is not null`;
  const { rows } = await sql<Found>`
    with asked as materialized ${ids},
      counted as materialized (select count(*) as total from asked)
    select "appID", (select total from counted) as total from (
      (select ${row} from app_list
        where (select total from counted) <= ${few}
          and ${keyed} and app_list.id in (select id from asked limit ${few}) ${page})
      union all
      (select ${row} from app_list
        where (select total from counted) > ${few}
          and ${keyed} and (app_list.id in (select id from asked)) is true ${page})
    ) as found
    order by key ${turned}, "appID" ${turned}`.execute(db);
  return rows;
}
