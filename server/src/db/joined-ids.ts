import { type RawBuilder, sql } from 'kysely';
import type { Db } from './schema.ts';
import { isPostgres } from './which.ts';

/** No id contains it. */
const between = ' ';

/**
 * All ids of a query in one text, in an order. As rows, 100,000 ids would keep the serving thread for a tenth of a
 * second.
 */
export function joinedIds(db: Db, id: RawBuilder<unknown>, order: RawBuilder<unknown>) {
  const join = sql.raw(isPostgres(db) ? 'string_agg' : 'group_concat');
  return sql<string | null>`${join}(${id}, ${sql.lit(between)} order by ${order})`;
}

/** The ids of such a text; null has none. */
export const splitIds = (joined: string | null | undefined): string[] =>
  joined?.split(between) ?? [];
