import { setTimeout as pause } from 'node:timers/promises';
import type { OnStatement } from '../database.ts';
import { DatabaseUnavailableError, SqliteError } from '../errors.ts';
import { type DataLock, isLocked, lockDataDir } from './data-lock.ts';
import { SqliteSession } from './sqlite.session.ts';
import type { SqliteRole } from './sqlite.values.ts';

/** So long a write waits for the lock of another process; and while the process stops. In milliseconds. */
const lockWaitMs = { usual: 5000, last: 250 };
const betweenTriesMs = 10;
/** How many transactions that only read may run at once. */
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

  /** From now on the file may be opened: it is the right one. Opening another would make an empty database. */
  allow(): void {
    this.#isAllowed = true;
  }

  /**
   * Opens the file, the connection that writes first: it creates the file. All others are opened, too: later another file
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

  /** The connection that writes. */
  get writer(): SqliteSession {
    this.#mustBeOpen();
    this.#writer ??= this.#session('writer', 'large');
    return this.#writer;
  }

  /** The connection for reads outside of transactions. It sees every commit that was answered before. */
  get reader(): SqliteSession {
    this.#mustBeOpen();
    this.#reader ??= this.#session('reader', 'large');
    return this.#reader;
  }

  /** A connection for a transaction that only reads. */
  snapshot(place: number): SqliteSession {
    this.#mustBeOpen();
    this.#snapshots[place] ??= this.#session('reader', 'small');
    return this.#snapshots[place];
  }

  /** The connection for copies, which no statement waits for. */
  get #copying(): SqliteSession {
    this.#mustBeOpen();
    this.#copier ??= new SqliteSession(this.#file, 'reader', 'small');
    return this.#copier;
  }

  /**
   * Writes what the open database holds into a new file, in another thread. It works as long as this process lives, also
   * when the file itself is gone or was replaced.
   */
  async copy(file: string): Promise<void> {
    await this.#copying.copy(file);
  }

  /**
   * Does something with a connection. While another process has the lock, it is tried again and again, without keeping
   * this process from other work. Throws SqliteError.
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

  /** From now on, wait only briefly for locks, because the process is stopping. */
  hurry(): void {
    this.#lockWaitMs = lockWaitMs.last;
  }

  /** Closes all connections. The one that writes is last: it moves the log (WAL) into the file. */
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

/** Gives an error of `node:sqlite` its name. */
function asOurs(error: unknown): unknown {
  const { message, errcode } = error as { message: string; errcode?: number };
  return errcode === undefined ? error : new SqliteError(message, errcode);
}
