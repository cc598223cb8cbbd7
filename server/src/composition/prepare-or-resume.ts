import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseGone, isDiskFull, SqliteError } from '../db/errors.ts';
import { OtherSchemaError } from '../db/migrate.ts';
import type { Logger } from '../kit/logger.ts';
import { StartRefusal } from '../kit/start-refusal.ts';

const tryAgainMs = 1000;

/** What a start found: the result of `prepare`, or null while the database cannot be used. */
export type Start<T> = {
  prepared: T | null;
  /** Why the database is not used, for operators: with paths. '' while it is used, and while it does not answer. */
  refusal(): string;
  /** The same for people who call, without paths; '' while it is used. */
  away(): string;
  /** Resolves when the database is prepared, at once or when it is back; rejects when `signal` aborts. */
  whenPrepared(signal: AbortSignal): Promise<void>;
};

const isGone = (error: unknown): boolean =>
  isDatabaseGone(error) || isDatabaseGone((error as Error).cause);

/** SQLite's codes in words: what is wrong with the file. */
const ofFile: Record<string, string> = {
  SQLITE_BUSY: 'another program holds its lock',
  SQLITE_CANTOPEN: 'its file cannot be opened',
  SQLITE_CORRUPT: 'its file is damaged',
  SQLITE_IOERR: 'its disk does not work',
  SQLITE_NOTADB: 'its file is damaged',
  SQLITE_READONLY: 'its file cannot be written',
};

const codeOf = (error: unknown): string => {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown };
  return code ?? (cause ? codeOf(cause) : '');
};

/** Why the database cannot be used, for operators. */
function refusalOf(error: unknown): string {
  if (error instanceof SqliteError) {
    return `the database cannot be used: ${ofFile[error.code] ?? error.message}`;
  }
  const isSaid = isDatabaseGone((error as Error).cause) && !isDiskFull(error);
  return isDatabaseGone(error) || isSaid ? '' : (error as Error).message;
}

const notWritable = /^(EACCES|EPERM|EROFS|SQLITE_READONLY|SQLITE_CANTOPEN)$/;

/** The same for people. */
function awayOf(error: unknown): string {
  const why = isDiskFull(error)
    ? 'the disk is full'
    : error instanceof OtherSchemaError
      ? 'it was made by another version of Adwarden'
      : notWritable.test(codeOf(error))
        ? 'it cannot be written'
        : ofFile[codeOf(error)];
  if (why) return `The database cannot be used at the moment: ${why}`;
  return isGone(error)
    ? 'The database cannot be reached, please try again'
    : 'The database cannot be used at the moment';
}

/**
 * Prepares the database. When it cannot be used, whatever the reason, begins with the last good ads instead (ADR 12, 68),
 * except after a `StartRefusal`. Without such ads the node waits for a database that is down if `mayWait`; otherwise the
 * error of the database is thrown. Throws what `resume` throws.
 */
export async function prepareOrResume<T>(parts: {
  prepare: () => Promise<T>;
  /** Begins with the last good ads; false when there are none. */
  resume: () => Promise<boolean>;
  /** Whether a start without a database and without last good ads waits for the database. */
  mayWait: boolean;
  logger: Logger;
}): Promise<Start<T>> {
  const { prepare, resume, mayWait, logger } = parts;
  let refusal = '';
  let away = '';
  let logged = '';
  /** Keeps the words, and logs an error once: an outage may be long. */
  const note = (error: unknown, message: string) => {
    refusal = refusalOf(error);
    away = awayOf(error);
    if (logged !== (error as Error).message) logger.error({ err: error }, message);
    logged = (error as Error).message;
  };
  const start = { refusal: () => refusal, away: () => away };
  try {
    return { ...start, prepared: await prepare(), whenPrepared: async () => {} };
  } catch (error) {
    if (error instanceof StartRefusal) throw error;
    const hasAds = await resume();
    if (!hasAds && (!mayWait || !isGone(error))) throw error;
    note(
      error,
      hasAds
        ? 'the database cannot be used: serving the last good ads'
        : 'the database is gone, and there are no last good ads: waiting',
    );
  }
  return {
    ...start,
    prepared: null,
    async whenPrepared(signal) {
      for (;;) {
        await pause(tryAgainMs, undefined, { signal });
        try {
          await prepare();
          refusal = '';
          away = '';
          logger.info('the database is back');
          return;
        } catch (error) {
          note(error, 'the database is still not to be used');
        }
      }
    },
  };
}
