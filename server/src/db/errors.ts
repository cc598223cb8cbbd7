/**
 * The reasons why a database cannot do something now. Gone: it is closed, or it does not answer. Busy: too many statements are
 * waiting, or one took too long. Unreachable: the connection failed, or the wrong server answered.
 */
export type WhyUnavailable = 'DATABASE_GONE' | 'DATABASE_BUSY' | 'DATABASE_UNREACHABLE';

/** The database cannot do this now. Drivers throw it instead of a socket's error, which becomes its `cause`. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
  readonly code: WhyUnavailable;

  constructor(code: WhyUnavailable, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Builds the error for too many waiting statements, or for one that took too long; `why` says which. */
export function databaseBusy(why: string): DatabaseUnavailableError {
  return new DatabaseUnavailableError('DATABASE_BUSY', `The database is busy: ${why}`);
}

/** An error of SQLite; `code` is SQLite's name for it. The message names columns and never contains values. */
export class SqliteError extends Error {
  override name = 'SqliteError';
  readonly code: string;
  /** SQLite's extended result code. */
  readonly errcode: number;

  constructor(message: string, errcode: number) {
    super(message);
    this.errcode = errcode;
    this.code = extendedNames[errcode] ?? primaryNames[errcode & 0xff] ?? 'SQLITE_ERROR';
  }
}

const extendedNames: Record<number, string> = {
  275: 'SQLITE_CONSTRAINT_CHECK',
  787: 'SQLITE_CONSTRAINT_FOREIGNKEY',
  1299: 'SQLITE_CONSTRAINT_NOTNULL',
  1555: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
  2579: 'SQLITE_CONSTRAINT_ROWID',
};

const primaryNames: Record<number, string> = {
  4: 'SQLITE_ABORT',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  7: 'SQLITE_NOMEM',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  15: 'SQLITE_PROTOCOL',
  18: 'SQLITE_TOOBIG',
  19: 'SQLITE_CONSTRAINT',
  20: 'SQLITE_MISMATCH',
  25: 'SQLITE_RANGE',
  26: 'SQLITE_NOTADB',
};

const damagedHead = 'The database is damaged: ';

/** Returns the damage that the message of a `DamagedDatabaseError` names, without the first words. */
export const damageNamed = (message: string): string =>
  message.startsWith(damagedHead) ? message.slice(damagedHead.length) : message;

/**
 * The error of a check that found damaged content in the database or in a part of it. `found`: the words of the database, or a
 * message of such an error from another process.
 */
export class DamagedDatabaseError extends Error {
  override name = 'DamagedDatabaseError';

  constructor(found: string, options?: ErrorOptions) {
    super(damagedHead + damageNamed(found), options);
  }
}

/** An error of PostgreSQL; `code` is its SQLSTATE. It does not contain the detail, which quotes whole rows. */
export class PostgresError extends Error {
  override name = 'PostgresError';
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** Turns an error of the server into ours. Messages of class 22 quote a value, so they are replaced. */
export function asPostgresError({ code, message }: { code: string; message: string }) {
  const quotes = code.startsWith('22');
  return new PostgresError(
    quotes ? `A value that its column cannot take (${code})` : message,
    code,
  );
}

const uniqueCodes = new Set([
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
  'SQLITE_CONSTRAINT_ROWID',
  '23505', // PostgreSQL: unique_violation
]);

const goneSqliteCodes = new Set([
  'SQLITE_BUSY',
  'SQLITE_CANTOPEN',
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_PROTOCOL',
  'SQLITE_READONLY',
]);

const gonePostgresCodes = new Set([
  '25P03', // idle in a transaction for too long
  '40001', // another transaction went first
  '40P01', // deadlock
  '55P03', // lock_timeout
  '57014', // statement_timeout
  '57P01', // shutting down
  '57P02',
  '57P03', // starting up
]);
/** Class 08: connection exception; 53: out of disk, memory or connections; 58: system error. */
const gonePostgresClasses = /^(?:08|53|58)/;

/** Tells whether a row was refused because its key is taken; the same for both databases. */
export function isUniqueViolation(error: unknown): boolean {
  const isOurs = error instanceof SqliteError || error instanceof PostgresError;
  return isOurs && uniqueCodes.has(error.code);
}

/** PostgreSQL: read_only_sql_transaction. */
export const readOnlyCode = '25006';

/** Tells whether the server refuses writes: it is no longer the primary, so the connections lead to the wrong server. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof PostgresError && error.code === readOnlyCode;
}

const damagedCodes = new Set([
  'SQLITE_CORRUPT',
  'SQLITE_NOTADB',
  'XX001', // PostgreSQL: data_corrupted
  'XX002', // PostgreSQL: index_corrupted
]);
/** SQLITE_CORRUPT and SQLITE_NOTADB as numbers, which errors of `node:sqlite` have in `errcode`. */
const damagedResults = new Set([11, 26]);

/** Tells whether an error or its cause says that the content of the database is damaged. Trying again does not help. */
export function isDamaged(error: unknown): boolean {
  if (error instanceof DamagedDatabaseError) return true;
  if (error instanceof SqliteError || error instanceof PostgresError) {
    return damagedCodes.has(error.code);
  }
  const { code, errcode, cause } = (error ?? {}) as Record<string, unknown>;
  if (code === 'ERR_SQLITE_ERROR') return damagedResults.has(Number(errcode) & 0xff);
  return cause ? isDamaged(cause) : false;
}

/** The exit code of `npm run backup` when the database is damaged. */
export const damagedExit = 3;

/** The message for people whose call met the damage. */
export const damagedWords = 'The database is damaged: an operator must restore a backup';

/**
 * Tells whether the database was down, overloaded or damaged: the answer is 503 and not a bug of ours. The error's class decides
 * and not its code, because errors of client sockets have the same codes.
 */
export function isDatabaseGone(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError || isDamaged(error)) return true;
  if (error instanceof SqliteError) return goneSqliteCodes.has(error.code);
  if (!(error instanceof PostgresError)) return false;
  const { code } = error;
  return isReadOnly(error) || gonePostgresCodes.has(code) || gonePostgresClasses.test(code);
}

const fullCodes = new Set([
  'SQLITE_FULL',
  '53100', // PostgreSQL: disk_full
  'ENOSPC',
  'EDQUOT',
]);

/** Tells whether a write failed because a disk is full, or a quota of the disk is used up. */
export function isDiskFull(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return (typeof code === 'string' && fullCodes.has(code)) || (cause ? isDiskFull(cause) : false);
}

/** Returns the code of an error or of its cause; '' for none. */
export function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return typeof code === 'string' ? code : cause ? codeOf(cause) : '';
}
