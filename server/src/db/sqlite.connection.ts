import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { checkedParameters } from './parameters.ts';
import type { SqlValue } from './sqlite.protocol.ts';
import type { SqliteThread } from './sqlite.thread.ts';

/** A turn at one of the workers' connections; `life` ties a transaction to the worker it began in. */
export type Seat = {
  thread: SqliteThread;
  session: number;
  life: number | undefined;
  leave(): void;
};

/** Where seats come from: `shared` is the reader's own connection, for one short select, without waiting. */
export type Seats = {
  shared: Seat;
  writer(): Promise<Seat>;
  stream(): Promise<Seat>;
  /** For a transaction that only reads. */
  snapshot(): Promise<Seat>;
};

/** Rows in one chunk of a stream, whatever smaller number was asked for. */
const rowsPerChunk = 100;

/** What Kysely holds for one query or one transaction; the seat is there while a transaction is open. */
export class SqliteConnection implements DatabaseConnection {
  readonly #seats: Seats;
  #home: Seat | undefined;

  constructor(seats: Seats) {
    this.#seats = seats;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const parameters = checkedParameters(query.parameters);
    const seat = this.#home ?? (reads(query) ? this.#seats.shared : await this.#seats.writer());
    try {
      const { thread, session, life } = seat;
      const statement = { session, transaction: Boolean(this.#home), sql: query.sql, parameters };
      const result = await thread.call({ op: 'run', ...statement }, life);
      return {
        rows: asObjects<R>(result.columns, result.rows),
        ...(result.changes !== undefined && { numAffectedRows: BigInt(result.changes) }),
        ...(result.insertId !== undefined && { insertId: BigInt(result.insertId) }),
      };
    } finally {
      if (seat !== this.#home) seat.leave();
    }
  }

  async *streamQuery<R>(
    query: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<R>> {
    if (!reads(query)) throw new Error('Only a select can be streamed');
    const parameters = checkedParameters(query.parameters);
    const rows = Math.max(chunkSize, rowsPerChunk);
    const transaction = Boolean(this.#home);
    const seat = this.#home ?? (await this.#seats.stream());
    const { thread, session } = seat;
    let { life } = seat;
    try {
      const statement = { session, transaction, sql: query.sql, parameters };
      let chunk = await thread.call({ op: 'stream', ...statement, rows }, life);
      life = thread.life;
      while (!chunk.done) {
        // The worker reads one chunk ahead of the consumer, and no further.
        const next = thread.call({ op: 'next', session, rows }, life);
        next.catch(() => {});
        yield { rows: asObjects<R>(chunk.columns, chunk.rows) };
        chunk = await next;
      }
      yield { rows: asObjects<R>(chunk.columns, chunk.rows) };
    } finally {
      await thread.call({ op: 'end', session }, life).catch(() => {});
      if (!transaction) seat.leave();
    }
  }

  async begin(readOnly: boolean): Promise<void> {
    const seat = await (readOnly ? this.#seats.snapshot() : this.#seats.writer());
    try {
      await seat.thread.call({ op: 'begin', session: seat.session });
    } catch (error) {
      seat.leave();
      throw error;
    }
    this.#home = { ...seat, life: seat.thread.life };
  }

  async commit(): Promise<void> {
    if (!this.#home) return;
    const { thread, session, life, leave } = this.#home;
    await thread.call({ op: 'commit', session }, life);
    this.#home = undefined;
    leave();
  }

  /** Ends the transaction if there is one; one whose thread died is over already. */
  async rollback(): Promise<void> {
    const home = this.#home;
    if (!home) return;
    this.#home = undefined;
    try {
      if (home.life === home.thread.life) {
        await home.thread.call({ op: 'rollback', session: home.session }, home.life);
      }
    } catch (error) {
      if ((error as { code?: string }).code !== 'DATABASE_GONE') throw error;
    } finally {
      home.leave();
    }
  }
}

/** SQLite's selects cannot write, so that these are safe with a connection that only reads. */
function reads(query: CompiledQuery): boolean {
  return query.query.kind === 'SelectQueryNode' || /^\s*select\b/i.test(query.sql);
}

function asObjects<R>(columns: readonly string[], rows: SqlValue[][]): R[] {
  return rows.map((row) => {
    const object: Record<string, SqlValue | undefined> = {};
    for (let index = 0; index < columns.length; index += 1) {
      object[columns[index] as string] = row[index];
    }
    return object as R;
  });
}
