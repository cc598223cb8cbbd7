/** The database cannot take this now: its thread died, it is closed, or everything before is still waiting. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
  readonly code: 'DATABASE_GONE' | 'DATABASE_BUSY';

  constructor(code: 'DATABASE_GONE' | 'DATABASE_BUSY', message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** What SQLite said, with its own name as `code`; the message names columns and never holds values. */
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

/** What PostgreSQL said, with its SQLSTATE as `code`; without the detail, which quotes whole rows. */
export class PostgresError extends Error {
  override name = 'PostgresError';
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** The server's refusal as ours; class 22 is about a value, which its message quotes. */
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

const goneCodes = new Set([
  'DATABASE_GONE',
  'DATABASE_BUSY',
  'SQLITE_BUSY',
  'SQLITE_CANTOPEN',
  'SQLITE_CORRUPT',
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_NOTADB',
  'SQLITE_PROTOCOL',
  'SQLITE_READONLY',
  // PostgreSQL: read-only after a failover, too many connections, shutting down or starting up
  '25006',
  '25P03', // idle in a transaction for too long
  '40001', // another transaction went first
  '40P01', // deadlock
  '53300',
  '55P03', // lock_timeout
  '57014', // statement_timeout
  '57P01',
  '57P02',
  '57P03',
  // postgres.js, and the network under it
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : '';
}

/** Whether a row was refused because its key is taken; the same answer for both databases. */
export function isUniqueViolation(error: unknown): boolean {
  return uniqueCodes.has(codeOf(error));
}

/** Whether the database could not be reached or could not take the work: a 503, not a fault of ours. */
export function isDatabaseGone(error: unknown): boolean {
  const code = codeOf(error);
  // Class 08: connection exceptions; 53: out of disk, memory or connections; 58: an error of its system.
  return goneCodes.has(code) || /^(?:08|53|58)[0-9A-Z]{3}$/.test(code);
}
