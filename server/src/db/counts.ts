import { limits } from '@adwarden/contract/limits';
import { type RawBuilder, sql } from 'kysely';

/*
 * Counts of requests as they are read from their tables. A bad row counts as nothing and a sum has a bound, so no query
 * fails: SQLite's driver throws for whole numbers that JavaScript does not hold, and sums of both databases overflow.
 */

const { mostStored } = limits.usage;

/** A stored count; 0 when it is less than nothing, or more than can have been counted. */
export const countIn = (column: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(case when ${column} between 0 and ${sql.lit(mostStored)} then ${column} else 0 end)`;

/** The sum of counts that `countIn` has read, within what JavaScript holds. */
export function sumOfCounts(counts: RawBuilder<unknown>): RawBuilder<number> {
  const most = sql.lit(Number.MAX_SAFE_INTEGER);
  // PostgreSQL's sum of bigint is numeric, which would arrive as text.
  return sql<number>`cast(case when sum(${counts}) > ${most} then ${most} else sum(${counts}) end as bigint)`;
}

/** A stored count to which more is added, as it is stored then. */
export function addedTo(column: RawBuilder<unknown>, more: RawBuilder<unknown>) {
  const sum = sql`${countIn(column)} + ${more}`;
  return sql`case when ${sum} > ${sql.lit(mostStored)} then ${sql.lit(mostStored)} else ${sum} end`;
}
