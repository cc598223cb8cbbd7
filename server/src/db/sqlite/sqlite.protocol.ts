/** A value as it travels to and from `node:sqlite`. */
export type SqlValue = null | number | bigint | string | Uint8Array;

/** One statement for one of the worker's connections. */
export type Statement = {
  session: number;
  /** The statement belongs to an open transaction and must not run when the database has ended it. */
  transaction: boolean;
  sql: string;
  parameters: readonly SqlValue[];
};

/** What the serving thread asks of a SQLite worker; `session` numbers the worker's connections. */
export type SqliteRequest =
  | ({ op: 'run' } & Statement)
  | { op: 'begin' | 'commit' | 'rollback'; session: number }
  /** From now on, wait only briefly for locks, because the process is stopping. */
  | { op: 'hurry' }
  | { op: 'close' };

/** Rows travel as arrays beside their column names: half the cost of objects. */
export type RunResult = {
  columns: readonly string[];
  rows: SqlValue[][];
  changes?: number;
  insertId?: number;
};

/** The answer to each kind of request. */
export type SqliteAnswer<R extends SqliteRequest> = R extends { op: 'run' } ? RunResult : null;

/** What comes back from the worker, matched by `id`. */
export type SqliteReply = { id: number; answer?: unknown; error?: WireError };

/** An error on its way between threads; `errcode` is there when SQLite itself refused. */
export type WireError = { message: string; errcode?: number };

/** `writer` owns the one connection that writes; `reader` owns connections that cannot. */
export type SqliteRole = 'writer' | 'reader' | 'follower';
