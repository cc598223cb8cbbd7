import type { Driver, TransactionSettings } from 'kysely';
import { Limiter } from '../../kit/turns/limiter.ts';
import { databaseBusy } from '../errors.ts';
import { InUse } from '../in-use.ts';
import { SqliteConnection, type SqliteTurns } from './sqlite.connection.ts';
import { type SqliteConnections, snapshotPlaces } from './sqlite.connections.ts';

const waits = { ms: 5000, refusal: databaseBusy };

/**
 * Distributes statements (ADR 50). Each waits for a turn of the thread, in which parties come one after the other (ADR 65).
 * - A reading statement outside of transactions needs no more. It sees every commit that was answered before.
 * - Every other statement, and every writing transaction (`begin immediate`), waits for the turn of the one writer.
 * - A transaction with access mode `read only` has a connection of its own and sees one snapshot, so neither waits
 *   for the other.
 * DATABASE_BUSY is thrown after 5 s in the queue, and when the queue is full.
 */
export class SqliteDriver implements Driver {
  readonly #connections: SqliteConnections;
  readonly #turns: SqliteTurns;
  readonly #inUse = new InUse<SqliteConnection>();

  constructor(connections: SqliteConnections) {
    this.#connections = connections;
    const writers = new Limiter({ ...waits, places: 1, waiting: 1000 });
    const snapshots = new Limiter({ ...waits, places: snapshotPlaces, waiting: 100 });
    this.#turns = {
      writer: () => writers.take(),
      isWriterWanted: () => writers.hasUrgent,
      snapshot: () => snapshots.take(),
    };
  }

  async init(): Promise<void> {
    await this.#connections.open();
  }

  async acquireConnection(): Promise<SqliteConnection> {
    const connection = new SqliteConnection(this.#connections, this.#turns);
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

  /** Waits for running work, at most 10 s, then closes. */
  async destroy(): Promise<void> {
    await this.#inUse.empty();
    this.#connections.close();
  }
}
