import { setTimeout as pause } from 'node:timers/promises';
import {
  codeOf,
  damagedWords,
  isDamaged,
  isDatabaseGone,
  isDiskFull,
  SqliteError,
} from '../db/errors.ts';
import { OtherSchemaError } from '../db/migrate.ts';
import { causeOf } from '../kit/faults/causes.ts';
import { createOutage } from '../kit/faults/outage.ts';
import { StartRefusal } from '../kit/faults/start-refusal.ts';
import type { Logger } from '../kit/logger.ts';

const tryAgainMs = 1000;

/** The result of a start: the result of `prepare`, or null while the database cannot be used. */
export type Start<T> = {
  prepared: T | null;
  /** Returns why the database is not used, for operators: with paths. '' while it is used, and while it just does not answer. */
  refusal(): string;
  /** Tells whether the database answers and refuses this node (rights, schema, a failed migration): another node may work. */
  isRefused(): boolean;
  /** Returns the same for people who call, without paths; '' while the database is used. */
  away(): string;
  /** Resolves when the database is prepared, at once or when it is back; rejects when `signal` aborts. */
  whenPrepared(signal: AbortSignal): Promise<void>;
};

const isGone = (error: unknown): boolean =>
  isDatabaseGone(error) || isDatabaseGone((error as Error).cause);

/** Tells whether the database has answered and does not let this node work: its rights, its schema, a migration that fails. */
const answersAndRefuses = (error: unknown): boolean =>
  !isGone(error) && !/^E[A-Z]+$/.test(codeOf(error));

/** Returns why the database cannot be used, for operators; '' when it does not answer and nobody knows why. */
function refusalOf(error: unknown): string {
  const cause = causeOf(error);
  if (error instanceof SqliteError) {
    return `the database cannot be used: ${cause ? `${cause.what}: ${cause.todo}` : error.message}`;
  }
  return isGone(error) && !cause ? '' : (error as Error).message;
}

const notWritable = /^(EACCES|EPERM|EROFS|SQLITE_READONLY|SQLITE_CANTOPEN)$/;

/** Returns the same for people: without paths, and without what only operators can do. */
function awayOf(error: unknown): string {
  if (isDamaged(error)) return damagedWords;
  const why = isDiskFull(error)
    ? 'the disk is full'
    : error instanceof OtherSchemaError
      ? 'it was made by another version of Adwarden'
      : notWritable.test(codeOf(error))
        ? 'it cannot be written'
        : causeOf(error)?.what;
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
export async function prepareOrResume<T>(deps: {
  prepare: () => Promise<T>;
  /** Begins with the last good ads; false when there are none. */
  resume: () => Promise<boolean>;
  /** A start without a database and without last good ads waits for the database. */
  mayWait: boolean;
  logger: Logger;
}): Promise<Start<T>> {
  const { prepare, resume, mayWait, logger } = deps;
  let refusal = '';
  let isRefused = false;
  let away = '';
  const outage = createOutage(logger, {
    failing: 'the database is still not to be used',
    again: 'the database is back',
  });
  const note = (error: unknown, words?: string) => {
    refusal = refusalOf(error);
    isRefused = answersAndRefuses(error);
    away = awayOf(error);
    outage.fails(error, words);
  };
  const start = { refusal: () => refusal, isRefused: () => isRefused, away: () => away };
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
          isRefused = false;
          away = '';
          outage.works();
          return;
        } catch (error) {
          note(error);
        }
      }
    },
  };
}
