import type { Options, PostgresType } from 'postgres';

export type PostgresSettings = {
  url: string;
  /** DATABASE_POOL: the maximum number of connections of one process. */
  pool: number;
  /** DATABASE_PREPARE: off behind a pooler that gives each transaction another session. */
  prepare: boolean;
};

export const connectWithinMs = 5000;

/** Time limits that the server itself enforces, in milliseconds. */
export const serverLimits = {
  statement_timeout: 15_000,
  lock_timeout: 5000,
  idle_in_transaction_session_timeout: 15_000,
};

/** Settings for the server's planner. */
const planning = {
  // A good plan for one search word is bad for another.
  plan_cache_mode: 'force_custom_plan',
  // Lists need memory to hash sets of ids.
  work_mem: '32MB',
  // Random reads are cheap on disks without moving parts. With the default, 4, the server reads whole tables to find 200 apps.
  random_page_cost: 1.1,
};

const number = (oid: number) => ({ to: oid, from: [oid], serialize: String, parse: Number });

/**
 * Returns the options of all our connections: integers and sums arrive as numbers, times as text, and notices are not printed. A
 * pooler refuses a session with settings of its own; behind a pooler, each transaction sets its limits.
 */
export function connectionOptions({ prepare }: Pick<PostgresSettings, 'prepare'>) {
  return {
    prepare,
    connect_timeout: connectWithinMs / 1000,
    max_lifetime: null,
    keep_alive: 10,
    fetch_types: false,
    onnotice: () => {},
    connection: {
      application_name: 'adwarden',
      ...(prepare && { ...serverLimits, ...planning }),
    },
    types: {
      bigint: number(20),
      numeric: number(1700),
      date: { to: 1184, from: [1082, 1114, 1184], serialize: String, parse: String },
    },
  } satisfies Options<Record<string, PostgresType>>;
}
