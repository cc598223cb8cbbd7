/** A value as `node:sqlite` takes and gives it. */
export type SqlValue = null | number | bigint | string | Uint8Array;

export type Statement = {
  /** The statement belongs to an open transaction and must not run when the database has ended it. */
  transaction: boolean;
  sql: string;
  parameters: readonly SqlValue[];
};

/** Rows are arrays beside their column names. */
export type RunResult = {
  columns: readonly string[];
  rows: SqlValue[][];
  changes?: number;
  insertId?: number;
};

/** `writer` is the one connection that writes; a `reader` cannot. */
export type SqliteRole = 'writer' | 'reader';
