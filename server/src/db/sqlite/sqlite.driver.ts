import type { Driver, TransactionSettings } from 'kysely';
import { Limiter } from '../../kit/limiter.ts';
import { databaseBusy } from '../errors.ts';
import { InUse } from '../in-use.ts';
import { type Leases, SqliteConnection } from './sqlite.connection.ts';
import { SqliteLease } from './sqlite.lease.ts';
import type { SqliteThreads } from './sqlite.thread.ts';

const queue = { waiting: 1000, ms: 5000, refusal: databaseBusy };
/** Four short reads may be in the worker at once. They share a connection, so they run one after the other. */
const readLimits = { ...queue, places: 4 };
/** Followers of the log of changes have their own thread: they must not wait for slow readers. */
const snapshotLimits = { ...queue, places: 2, waiting: 100 };
/** The time limit of one reading statement, for people and for followers of the log of changes. */
const answerWithinMs = { people: 10_000, followers: 60_000 };

/**
 * Distributes the work between the three threads:
 * - A reading statement outside of transactions runs in the reader. It sees every commit that was answered before.
 * - Every other statement, and every writing transaction (`begin immediate`), runs in the writer, one at a time.
 * - A transaction with access mode `read only` has its own connection in the follower. It sees one snapshot,
 *   and neither writes nor people's reads wait for it.
 * DATABASE_BUSY is thrown after 5 s in the queue, when the queue is full, and when a read takes too long (ADR 17).
 * A write has no time limit, because its result must be known.
 */
export class SqliteDriver implements Driver {
  readonly #threads: SqliteThreads;
  readonly #leases: Leases;
  readonly #inUse = new InUse<SqliteConnection>();

  constructor(threads: SqliteThreads) {
    this.#threads = threads;
    const { reader, writer, follower } = threads;
    const writes = new Limiter({ ...queue, places: 1 });
    const reads = new Limiter(readLimits);
    const snapshots = new Limiter(snapshotLimits);
    const { people, followers } = answerWithinMs;
    this.#leases = {
      async writer() {
        return new SqliteLease({ thread: writer, session: 0, turn: await writes.take() });
      },
      async reader() {
        const turn = await reads.take();
        return new SqliteLease({ thread: reader, session: 0, turn, answerWithinMs: people });
      },
      async snapshot() {
        const turn = await snapshots.take();
        const session = 1 + turn.place;
        return new SqliteLease({ thread: follower, session, turn, answerWithinMs: followers });
      },
    };
  }

  /** Opens the file, the writer first: it creates the file and switches it to WAL. The follower opens it later. */
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
    const connection = new SqliteConnection(this.#leases);
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

  /** Waits for running work, at most 10 s, then closes. The writer is last: it moves the log (WAL) into the file. */
  async destroy(): Promise<void> {
    await this.#inUse.empty();
    try {
      await Promise.all([this.#threads.reader.close(), this.#threads.follower.close()]);
    } finally {
      await this.#threads.writer.close();
    }
  }
}
