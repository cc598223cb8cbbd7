import { limits } from '@adwarden/contract/limits';
import { sortOf } from '@adwarden/contract/lists';
import type { UserColumn, UserListQuery } from '@adwarden/contract/users';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { joinedIds, splitIds } from '../../db/joined-ids.ts';
import type { Db, Schema } from '../../db/schema.ts';
import { type UserText, userHolds } from '../../db/text-search.ts';
import { loginKey } from '../../kit/ids.ts';
import type { UserRow } from './users.table.ts';

type Users = ExpressionBuilder<Schema, 'app_user'>;
type Condition = Expression<SqlBool>;

const textColumns: readonly UserText[] = ['fullName', 'position', 'userID', 'email'];

/** The number of owners that one query of the whole list reads. */
const chunkRows = 200;

/** Counts the apps of an owner. */
const appCount = (eb: Users) =>
  sql<number>`(select count(*) from app where ${sql.ref('app.ownerId')} = ${eb.ref('app_user.id')})`;

/** Returns the value by which a list is sorted; texts in lower case. */
function sortKey(eb: Users, column: UserColumn) {
  switch (column) {
    case 'createdAt':
      return sql`${eb.ref('createdAt')}`;
    case 'userID':
      return sql`${eb.ref('userIDKey')}`;
    case 'email':
      return sql`${eb.ref('emailKey')}`;
    case 'noOfApps':
      return appCount(eb);
    default:
      return sql`lower(${eb.ref(column)})`;
  }
}

function conditionsOf(db: Db, eb: Users, query: UserListQuery): Condition[] {
  const { search, exact, createdFrom, createdTo, noOfAppsFrom, noOfAppsTo } = query;
  const conditions: Condition[] = [];
  if (search) conditions.push(userHolds(db, eb, textColumns, search));
  if (exact) {
    const isName = sql<boolean>`adwarden_fold(${eb.ref('fullName')}) = adwarden_fold(${exact})`;
    const isNamed = eb.and([userHolds(db, eb, ['fullName'], exact), isName]);
    conditions.push(eb.or([eb('userIDKey', '=', loginKey(exact)), isNamed]));
  }
  for (const column of textColumns) {
    const word = query[column];
    if (word) conditions.push(userHolds(db, eb, [column], word));
  }
  if (noOfAppsFrom !== undefined) conditions.push(eb(appCount(eb), '>=', noOfAppsFrom));
  if (noOfAppsTo !== undefined) conditions.push(eb(appCount(eb), '<=', noOfAppsTo));
  if (createdFrom !== undefined) conditions.push(eb('createdAt', '>=', createdFrom));
  if (createdTo !== undefined) conditions.push(eb('createdAt', '<=', createdTo));
  return conditions;
}

/** Returns one page of the owners that match a question, and the number of all of them (ADR 28 "Lists"). */
export async function pageOfUsers(db: Db, query: UserListQuery) {
  const { page = 0, pageSize = limits.pageSize } = query;
  const { column, descending } = sortOf<UserColumn>(query.sort, '-createdAt');
  const direction = descending ? 'desc' : 'asc';
  const asked = db.selectFrom('app_user').where((eb) => eb.and(conditionsOf(db, eb, query)));
  const [rows, { total }] = await Promise.all([
    asked
      .selectAll()
      .orderBy((eb) => sortKey(eb, column), direction)
      .orderBy('id', direction)
      .limit(pageSize)
      .offset(page * pageSize)
      .execute(),
    asked.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total, page, pageSize };
}

/** Yields the owners that match a question, each once, in its order, in chunks of rows; deleted ones are left out. */
export async function* usersInOrder(
  db: Db,
  query: Omit<UserListQuery, 'page' | 'pageSize'>,
): AsyncGenerator<UserRow[], void, undefined> {
  const { column, descending } = sortOf<UserColumn>(query.sort, '-createdAt');
  const turned = sql.raw(descending ? 'desc' : 'asc');
  const { ids } = await db
    .selectFrom('app_user')
    .select((eb) => {
      const order = sql`${sortKey(eb, column)} ${turned}, ${sql.ref('id')} ${turned}`;
      return joinedIds(db, sql.ref('id'), order).as('ids');
    })
    .where((eb) => eb.and(conditionsOf(db, eb, query)))
    .executeTakeFirstOrThrow();
  const all = splitIds(ids);
  for (let start = 0; start < all.length; start += chunkRows) {
    const some = all.slice(start, start + chunkRows);
    const rows = await db.selectFrom('app_user').selectAll().where('id', 'in', some).execute();
    const byID = new Map(rows.map((row) => [row.id, row]));
    yield some.flatMap((id) => byID.get(id) ?? []);
  }
}

/** Yields every owner, newest first, in chunks of rows. Each chunk is its own query, so that a slow client blocks nothing. */
export async function* allUsers(db: Db): AsyncGenerator<UserRow[], void, undefined> {
  const newest = db
    .selectFrom('app_user')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(chunkRows);
  let rows: UserRow[] = await newest.execute();
  for (;;) {
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < chunkRows) return;
    rows = await newest
      .where((eb) => eb(eb.refTuple('createdAt', 'id'), '<', eb.tuple(last.createdAt, last.id)))
      .execute();
  }
}
