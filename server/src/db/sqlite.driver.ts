import type { Driver, TransactionSettings } from 'kysely';
import { InUse } from './in-use.ts';
import { type Seat, type Seats, SqliteConnection } from './sqlite.connection.ts';
import type { SqliteThread, SqliteThreads } from './sqlite.thread.ts';
import { Turns } from './turns.ts';

const writeLimits = { waiting: 1000, ms: 5000 };
const readLimits = { waiting: 100, ms: 5000 };
const streamSessions = [1, 2, 3, 4, 5, 6, 7, 8];
/** Apart from those: a reader of the log of changes must not wait for people who read slowly. */
const snapshotSessions = [9, 10];

/**
 * Shares work out between the two threads.
 * - A select outside of transactions runs in the reader and sees every commit answered before it began.
 * - Every other statement, and every transaction (`begin immediate`), takes the one turn at the writer.
 * - A stream, and a transaction with access mode `read only`, has a connection of the reader to itself: one
 *   snapshot from its first row on, which holds up neither writes nor other reads.
 * Who waits longer than 5 s for a turn gets DATABASE_BUSY.
 */
export class SqliteDriver implements Driver {
  readonly #threads: SqliteThreads;
  readonly #seats: Seats;
  readonly #inUse = new InUse<SqliteConnection>();

  constructor(threads: SqliteThreads) {
    this.#threads = threads;
    const { reader, writer } = threads;
    const writes = new Turns([0], writeLimits);
    const streams = new Turns(streamSessions, readLimits);
    const snapshots = new Turns(snapshotSessions, readLimits);
    this.#seats = {
      shared: { thread: reader, session: 0, life: undefined, leave() {} },
      writer: () => seatIn(writer, writes),
      stream: () => seatIn(reader, streams),
      snapshot: () => seatIn(reader, snapshots),
    };
  }

  /** Opens the file: the writer first, which creates it and sets WAL. */
  async init(): Promise<void> {
    const probe = {
      op: 'run',
      session: 0,
      transaction: false,
      sql: 'select 1',
      parameters: [],
    } as const;
    await this.#threads.writer.call(probe);
    await this.#threads.reader.call(probe);
  }

  async acquireConnection(): Promise<SqliteConnection> {
    const connection = new SqliteConnection(this.#seats);
    this.#inUse.add(connection);
    return connection;
  }

  async beginTransaction(
    connection: SqliteConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await connection.begin(settings.accessMode === 'read only');
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    await connection.rollback();
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    await connection.rollback();
    this.#inUse.delete(connection);
  }

  /** Waits for what is in flight, at most 10 s, then closes; the writer last, to fold the log into the file. */
  async destroy(): Promise<void> {
    await this.#inUse.empty();
    try {
      await this.#threads.reader.close();
    } finally {
      await this.#threads.writer.close();
    }
  }
}

async function seatIn(thread: SqliteThread, turns: Turns): Promise<Seat> {
  const session = await turns.take();
  return { thread, session, life: undefined, leave: () => turns.give(session) };
}
