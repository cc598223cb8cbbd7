/** A value in the form that `node:sqlite` takes and returns. */
export type SqlValue = null | number | bigint | string | Uint8Array;

export type Statement = {
  /** Whether the statement belongs to an open transaction: it must not run when the database has ended that. */
  transaction: boolean;
  sql: string;
  parameters: readonly SqlValue[];
};

/** The result of a statement. Rows are arrays beside their column names. */
export type RunResult = {
  columns: readonly string[];
  rows: SqlValue[][];
  changes?: number;
  insertId?: number;
};

/** `writer` is the one connection that writes; a `reader` cannot. */
export type SqliteRole = 'writer' | 'reader';
