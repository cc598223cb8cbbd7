import type { LogEvent } from 'kysely';
import type { Db } from './schema.ts';

/** An open database, whichever of the two it is (ADR 13). */
export type Database = {
  db: Db;
  kind: 'sqlite' | 'postgres';
  /** Throws a one-line Error, which names the setting, when the database cannot be used now. */
  check(): Promise<void>;
  /**
   * Calls `onChange` soon after a commit of this or another process, and sometimes without one. Returns the function that stops
   * the watch.
   */
  watch(onChange: () => void): () => Promise<void>;
  /**
   * Writes what the open database holds into a new file, also when its own file is gone or was replaced; null with
   * PostgreSQL.
   */
  copy: ((file: string) => Promise<void>) | null;
  /** Makes statements wait only briefly for locks of other processes from now on, because the process is stopping. */
  hurry(): void;
  /** Waits for running statements, then closes every connection. */
  close(): Promise<void>;
};

/** Gets the milliseconds of each statement, and the error of one that failed. */
export type OnQuery = (ms: number, error: unknown) => void;

/** Gets the text of each statement of SQLite, and the milliseconds of processor time that it took. */
export type OnStatement = (sql: string, ms: number) => void;

/** Returns the error of a statement; undefined when it succeeded. */
export const errorOf = (event: LogEvent): unknown =>
  event.level === 'error' ? event.error : undefined;
