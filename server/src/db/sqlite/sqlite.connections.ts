import { setTimeout as pause } from 'node:timers/promises';
import type { OnStatement } from '../database.ts';
import { DatabaseUnavailableError, SqliteError } from '../errors.ts';
import { type DataLock, isLocked, lockDataDir } from './data-lock.ts';
import { SqliteSession } from './sqlite.session.ts';
import type { SqliteRole } from './sqlite.values.ts';

/** The milliseconds that a write waits for the lock of another process: usually, and while the process stops. */
const lockWaitMs = { usual: 5000, last: 250 };
const betweenTriesMs = 10;
/** The most read-only transactions that run at once. */
export const snapshotPlaces = 2;

/**
 * The `node:sqlite` connections of this process to one file: one that writes, one for reads, and one for each read
 * transaction. Each is opened at its first use, so that a failure is an answer and not a crash.
 */
export class SqliteConnections {
  readonly #file: string;
  readonly #onStatement: OnStatement | undefined;
  readonly #snapshots: SqliteSession[] = [];
  #writer: SqliteSession | undefined;
  #reader: SqliteSession | undefined;
  #copier: SqliteSession | undefined;
  #lock: DataLock | undefined;
  #lockWaitMs = lockWaitMs.usual;
  #isClosed = false;
  #isAllowed = false;

  constructor(file: string, onStatement?: OnStatement) {
    this.#file = file;
    this.#onStatement = onStatement;
  }

  /** Allows the file to be opened, because it is the right one. Opening another would make an empty database. */
  allow(): void {
    this.#isAllowed = true;
  }

  /**
   * Opens the file, the connection that writes first, because it creates the file. All others are opened, too: later another file
   * may have its name. Throws at once during a restore or a move.
   */
  async open(): Promise<void> {
    this.#mustBeOpen();
    try {
      this.#lock ??= lockDataDir(this.#file, 'shared');
    } catch (error) {
      throw asOurs(error);
    }
    await this.whenFree(() => {
      const places = Array.from({ length: snapshotPlaces }, (_, place) => this.snapshot(place));
      return [this.writer, this.reader, ...places, this.#copying];
    });
  }

  /** Returns the connection that writes. */
  get writer(): SqliteSession {
    this.#mustBeOpen();
    this.#writer ??= this.#session('writer', 'large');
    return this.#writer;
  }

  /** Returns the connection for reads outside of transactions. It sees every commit that was answered before. */
  get reader(): SqliteSession {
    this.#mustBeOpen();
    this.#reader ??= this.#session('reader', 'large');
    return this.#reader;
  }

  /** Returns a connection for a read-only transaction. */
  snapshot(place: number): SqliteSession {
    this.#mustBeOpen();
    this.#snapshots[place] ??= this.#session('reader', 'small');
    return this.#snapshots[place];
  }

  /** Returns the connection for copies, which no statement waits for. */
  get #copying(): SqliteSession {
    this.#mustBeOpen();
    this.#copier ??= new SqliteSession(this.#file, 'reader', 'small');
    return this.#copier;
  }

  /**
   * Writes what the open database holds into a new file, in another thread. This works as long as the process lives, even when
   * the file itself is gone or was replaced.
   */
  async copy(file: string): Promise<void> {
    await this.#copying.copy(file);
  }

  /**
   * Runs `work`. While another process has the lock, tries it again and again, without blocking other work of this process.
   * Throws SqliteError.
   */
  async whenFree<T>(work: () => T): Promise<T> {
    const began = performance.now();
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isLocked(error) || performance.now() - began > this.#lockWaitMs) throw asOurs(error);
      }
      await pause(betweenTriesMs);
    }
  }

  /** Makes writes wait only briefly for locks from now on, because the process is stopping. */
  hurry(): void {
    this.#lockWaitMs = lockWaitMs.last;
  }

  /** Closes all connections. The one that writes is last, because it moves the log (WAL) into the file. */
  close(): void {
    this.#isClosed = true;
    const readers = [this.#reader, this.#copier, ...this.#snapshots];
    for (const session of [...readers, this.#writer]) session?.close();
    this.#reader = undefined;
    this.#copier = undefined;
    this.#writer = undefined;
    this.#snapshots.length = 0;
    this.#lock?.release();
    this.#lock = undefined;
  }

  #session(role: SqliteRole, cache: 'large' | 'small'): SqliteSession {
    return new SqliteSession(this.#file, role, cache, this.#onStatement);
  }

  #mustBeOpen(): void {
    if (this.#isClosed)
      throw new DatabaseUnavailableError('DATABASE_GONE', 'The database is closed');
    if (!this.#isAllowed)
      throw new DatabaseUnavailableError('DATABASE_GONE', 'The database is not checked yet');
  }
}

/** Turns an error of `node:sqlite` into ours, with SQLite's name for its code. */
function asOurs(error: unknown): unknown {
  const { message, errcode } = error as { message: string; errcode?: number };
  return errcode === undefined ? error : new SqliteError(message, errcode);
}
