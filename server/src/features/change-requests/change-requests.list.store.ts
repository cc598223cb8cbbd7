import {
  type ChangeRequestListQuery,
  openStates,
} from '@adwarden/contract/change-requests/change-requests';
import { limits } from '@adwarden/contract/limits';
import { sortOf } from '@adwarden/contract/lists';
import type { Person } from '@adwarden/contract/people/people';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Schema } from '../../db/schema.ts';
import { textHolds } from '../../db/text-search.ts';
import { requestsRead, requestsSeen } from '../../sight/requests.store.ts';
import { storedRequest } from './change-requests.store.ts';

type Requests = ExpressionBuilder<Schema, 'change_request'>;

type Shown = { id: string; key: number };
type Order = { column: 'createdAt' | 'at' | 'changedAt'; descending: boolean };
/** The requests made at or after a time, and before another one. */
type Part = { from: number; until: number | undefined };
type Conditions = (eb: Requests) => Expression<SqlBool>;

/** The number of requests whose texts one statement searches, which takes 30 ms on SQLite (ADR 65). */
const searchedAtOnce = 20_000;

/** Returns a page of the requests that a person sees, and the number of all that match. */
export async function pageOfRequests(
  db: Db,
  query: ChangeRequestListQuery,
  person: Person,
  atOnce = searchedAtOnce,
) {
  const { page = 0, pageSize = limits.pageSize, search } = query;
  const order = sortOf<Order['column']>(query.sort, '-createdAt');
  const wanted = { limit: pageSize, offset: page * pageSize };
  const parts = search ? await partsByAge(db, atOnce) : [];
  const conditions: Conditions = (eb) =>
    eb.and([...requestsSeen(eb, person), ...conditionsOf(db, eb, query, person)]);
  // The IDs are read first: the values of requests may be large, and most of them are not shown.
  const { shown, total } = search
    ? await pageByParts(db, parts, conditions, order, wanted)
    : await pageBy(db, conditions, order, wanted);
  const ids = shown.map(({ id }) => id);
  const found = ids.length === 0 ? [] : await requestsById(db, ids);
  const rows = ids.flatMap((id) => found.filter((row) => row.id === id));
  return { rows: rows.map(storedRequest), total, page, pageSize };
}

async function pageBy(
  db: Db,
  conditions: Conditions,
  { column, descending }: Order,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ shown: Shown[]; total: number }> {
  const direction = descending ? 'desc' : 'asc';
  const asked = db.selectFrom('change_request').where(conditions);
  const [shown, { total }] = await Promise.all([
    asked
      // NULL becomes 0, because the databases sort it at different ends.
      .select((eb) => ['id', eb.fn.coalesce(eb.ref(column), eb.lit(0)).as('key')])
      .orderBy('key', direction)
      .orderBy('id', direction)
      .limit(limit)
      .offset(offset)
      .execute(),
    asked.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { shown, total };
}

/** Returns a page from parts of the requests, the oldest first: no statement reads the texts of all. */
async function pageByParts(
  db: Db,
  parts: Part[],
  conditions: Conditions,
  order: Order,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ shown: Shown[]; total: number }> {
  const pages: { shown: Shown[]; total: number }[] = [];
  for (const { from, until } of parts) {
    const ofPart: Conditions = (eb) =>
      eb.and([
        eb('createdAt', '>=', from),
        ...(until === undefined ? [] : [eb('createdAt', '<', until)]),
        conditions(eb),
      ]);
    pages.push(await pageBy(db, ofPart, order, { limit: offset + limit, offset: 0 }));
  }
  const sign = order.descending ? -1 : 1;
  const shown = pages
    .flatMap((page) => page.shown)
    .sort((a, b) => sign * (a.key - b.key || (a.id < b.id ? -1 : 1)))
    .slice(offset, offset + limit);
  return { shown, total: pages.reduce((sum, { total }) => sum + total, 0) };
}

/** Returns times that divide the requests into parts of about `atOnce`; the last part has no end. */
async function partsByAge(db: Db, atOnce: number): Promise<Part[]> {
  const bounds: number[] = [];
  for (;;) {
    const next = await db
      .selectFrom('change_request')
      .select('createdAt')
      .orderBy('createdAt')
      .limit(1)
      .offset(bounds.length * atOnce)
      .executeTakeFirst();
    if (!next) return bounds.map((from, place) => ({ from, until: bounds[place + 1] }));
    bounds.push(next.createdAt);
  }
}

const requestsById = (db: Db, ids: string[]) =>
  db.selectFrom('change_request').selectAll().where('id', 'in', ids).execute();

function conditionsOf(
  db: Db,
  eb: Requests,
  { state, appID, search }: ChangeRequestListQuery,
  person: Person,
): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  if (state) conditions.push(eb('state', 'in', state === 'open' ? openStates : [state]));
  if (appID) conditions.push(eb('appID', '=', appID));
  if (search) {
    const note = eb.case().when(requestsRead(eb, person)).then(eb.ref('note')).else('').end();
    // The texts are folded together: on SQLite each call of the function takes as long as reading the row.
    const texts = sql.join(
      [sql.ref('appID'), sql.ref('appName'), sql.ref('authorName'), note],
      sql` || '\n' || `,
    );
    conditions.push(textHolds(db, texts, search));
  }
  return conditions;
}
