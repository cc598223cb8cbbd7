import {
  type ChangeRequestListQuery,
  openStates,
} from '@adwarden/contract/change-requests/change-requests';
import { limits } from '@adwarden/contract/limits';
import { sortOf } from '@adwarden/contract/lists';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Schema } from '../../db/schema.ts';
import { anywhere } from '../../db/text-search.ts';
import type { Person } from '../../sight/people.policy.ts';
import { requestsRead, requestsSeen } from '../../sight/requests.store.ts';
import { storedRequest } from './change-requests.store.ts';

type Requests = ExpressionBuilder<Schema, 'change_request'>;

/** A page of the requests that a person sees, and the number of all that match. */
export async function pageOfRequests(db: Db, query: ChangeRequestListQuery, person: Person) {
  const { page = 0, pageSize = limits.pageSize } = query;
  const { column, descending } = sortOf<'createdAt' | 'at' | 'changedAt'>(query.sort, '-createdAt');
  const direction = descending ? 'desc' : 'asc';
  const asked = db
    .selectFrom('change_request')
    .where((eb) => eb.and([...requestsSeen(eb, person), ...conditionsOf(eb, query, person)]));
  // The IDs first: the values of requests may be large, and most of them are not shown.
  const [shown, { total }] = await Promise.all([
    asked
      .select('id')
      // The databases sort NULL at different ends.
      .orderBy((eb) => eb.fn.coalesce(eb.ref(column), eb.lit(0)), direction)
      .orderBy('id', direction)
      .limit(pageSize)
      .offset(page * pageSize)
      .execute(),
    asked.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const ids = shown.map(({ id }) => id);
  const found = ids.length === 0 ? [] : await requestsById(db, ids);
  const rows = ids.flatMap((id) => found.filter((row) => row.id === id));
  return { rows: rows.map(storedRequest), total, page, pageSize };
}

const requestsById = (db: Db, ids: string[]) =>
  db.selectFrom('change_request').selectAll().where('id', 'in', ids).execute();

function conditionsOf(
  eb: Requests,
  { state, appID, search }: ChangeRequestListQuery,
  person: Person,
): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  if (state) conditions.push(eb('state', 'in', state === 'open' ? openStates : [state]));
  if (appID) conditions.push(eb('appID', '=', appID));
  if (search) {
    const pattern = sql`adwarden_fold(${anywhere(search)})`;
    const note = eb.case().when(requestsRead(eb, person)).then(eb.ref('note')).else('').end();
    // Folded once: on SQLite each call of the function takes as long as reading the row.
    const texts = sql.join(
      [sql.ref('appID'), sql.ref('appName'), sql.ref('authorName'), note],
      sql` || '\n' || `,
    );
    conditions.push(sql<boolean>`adwarden_fold(${texts}) like ${pattern} escape '\\'`);
  }
  return conditions;
}
