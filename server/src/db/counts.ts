import { limits } from '@adwarden/contract/limits';
import { type RawBuilder, sql } from 'kysely';

/*
 * Reads counts of requests from their tables. A bad row counts as 0 and a sum has a bound, so no query fails: SQLite's driver
 * throws for integers that JavaScript cannot hold, and sums of both databases overflow.
 */

const { mostStored } = limits.usage;

/** Builds a stored count; 0 when it is negative, or more than can have been counted. */
export const countIn = (column: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(case when ${column} between 0 and ${sql.lit(mostStored)} then ${column} else 0 end)`;

/** Builds the sum of counts that `countIn` has read, bounded by what JavaScript can hold. */
export function sumOfCounts(counts: RawBuilder<unknown>): RawBuilder<number> {
  const most = sql.lit(Number.MAX_SAFE_INTEGER);
  // PostgreSQL's sum of bigint is numeric, which would arrive as text.
  return sql<number>`cast(case when sum(${counts}) > ${most} then ${most} else sum(${counts}) end as bigint)`;
}

/** Builds the new value of a stored count to which more is added. */
export function addedTo(column: RawBuilder<unknown>, more: RawBuilder<unknown>) {
  const sum = sql`${countIn(column)} + ${more}`;
  return sql`case when ${sum} > ${sql.lit(mostStored)} then ${sql.lit(mostStored)} else ${sum} end`;
}
