import type { Options, PostgresType } from 'postgres';

export type PostgresSettings = {
  url: string;
  /** DATABASE_POOL: connections of one process at most. */
  pool: number;
  /** DATABASE_PREPARE: off behind a pooler that hands out another session each time. */
  prepare: boolean;
};

export const connectWithinMs = 5000;

/** What the server itself gives up on, in milliseconds. */
export const serverLimits = {
  statement_timeout: 15_000,
  lock_timeout: 5000,
  idle_in_transaction_session_timeout: 15_000,
};

const number = (oid: number) => ({ to: oid, from: [oid], serialize: String, parse: Number });

/**
 * The options of every connection of ours: whole numbers and sums arrive as numbers, times as text, and
 * notices are not printed. A pooler refuses a session that asks for settings, so that there each transaction
 * asks for its limits.
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
      // A plan made for one search word is a bad one for the next, and lists hash sets of ids.
      ...(prepare && { ...serverLimits, plan_cache_mode: 'force_custom_plan', work_mem: '32MB' }),
    },
    types: {
      bigint: number(20),
      numeric: number(1700),
      date: { to: 1184, from: [1082, 1114, 1184], serialize: String, parse: String },
    },
  } satisfies Options<Record<string, PostgresType>>;
}
