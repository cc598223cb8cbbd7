import { type RawBuilder, sql } from 'kysely';
import type { Db } from './schema.ts';
import { isPostgres } from './which.ts';

/** A character that no id contains. */
const between = ' ';

/**
 * Joins all ids of a query into one text, in the given order. As rows, 100,000 ids would block the serving thread for a tenth of
 * a second.
 */
export function joinedIds(db: Db, id: RawBuilder<unknown>, order: RawBuilder<unknown>) {
  const join = sql.raw(isPostgres(db) ? 'string_agg' : 'group_concat');
  return sql<string | null>`${join}(${id}, ${sql.lit(between)} order by ${order})`;
}

/** Splits such a text into its ids; null has none. */
export const splitIds = (joined: string | null | undefined): string[] =>
  joined?.split(between) ?? [];
