import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { DatabaseUnavailableError, SqliteError } from '../errors.ts';
import { checkedParameters } from '../parameters.ts';
import { beginsAsRead } from '../reads.ts';
import type { RunResult, SqlValue } from './sqlite.protocol.ts';
import type { SqliteSeat } from './sqlite.seat.ts';

/** Gives out seats; each call waits for its turn. */
export type Seats = {
  /** For one statement outside of transactions. */
  reader(): Promise<SqliteSeat>;
  writer(): Promise<SqliteSeat>;
  stream(): Promise<SqliteSeat>;
  /** For a transaction that only reads. */
  snapshot(): Promise<SqliteSeat>;
};

/** SQLITE_READONLY: a write on a read-only connection. */
const readOnly = 8;
/** Rows in one chunk of a stream, whatever smaller number was asked for. */
const rowsPerChunk = 100;

/** What Kysely holds for one query or one transaction; the seat is there while a transaction is open. */
export class SqliteConnection implements DatabaseConnection {
  readonly #seats: Seats;
  #home: SqliteSeat | undefined;

  constructor(seats: Seats) {
    this.#seats = seats;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = this.#home
      ? await this.#run(query, this.#home)
      : beginsAsRead(query)
        ? await this.#read(query)
        : await this.#once(query, this.#seats.writer());
    return {
      rows: asObjects<R>(result.columns, result.rows),
      ...(result.changes !== undefined && { numAffectedRows: BigInt(result.changes) }),
      ...(result.insertId !== undefined && { insertId: BigInt(result.insertId) }),
    };
  }

  /** Tries a statement on a read-only connection first: SQLite refuses there what writes. */
  async #read(query: CompiledQuery): Promise<RunResult> {
    try {
      return await this.#once(query, this.#seats.reader());
    } catch (error) {
      if (!(error instanceof SqliteError) || error.errcode !== readOnly) throw error;
      return this.#once(query, this.#seats.writer());
    }
  }

  /** Runs a statement outside of transactions. */
  async #once(query: CompiledQuery, turn: Promise<SqliteSeat>): Promise<RunResult> {
    const seat = await turn;
    try {
      return await this.#run(query, seat);
    } finally {
      seat.leave();
    }
  }

  async #run({ sql, parameters }: CompiledQuery, seat: SqliteSeat): Promise<RunResult> {
    const transaction = Boolean(this.#home);
    return seat.ask({
      op: 'run',
      session: seat.session,
      transaction,
      sql,
      parameters: checkedParameters(parameters),
    });
  }

  async *streamQuery<R>(
    query: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<R>> {
    if (!beginsAsRead(query)) throw new Error('Only a select can be streamed');
    const parameters = checkedParameters(query.parameters);
    const rows = Math.max(chunkSize, rowsPerChunk);
    const transaction = Boolean(this.#home);
    const seat = this.#home ?? (await this.#seats.stream());
    const { session } = seat;
    try {
      const statement = { session, transaction, sql: query.sql, parameters };
      let chunk = await seat.ask({ op: 'stream', ...statement, rows });
      seat.tie();
      while (!chunk.done) {
        // The worker reads one chunk ahead of the consumer, and no further.
        const next = seat.ask({ op: 'next', session, rows });
        next.catch(() => {});
        yield { rows: asObjects<R>(chunk.columns, chunk.rows) };
        chunk = await next;
      }
      yield { rows: asObjects<R>(chunk.columns, chunk.rows) };
    } finally {
      await seat.end('end').catch(() => {});
      if (!transaction) seat.leave();
    }
  }

  async begin(isReader: boolean): Promise<void> {
    const seat = await (isReader ? this.#seats.snapshot() : this.#seats.writer());
    try {
      await seat.ask({ op: 'begin', session: seat.session });
    } catch (error) {
      await seat.end('rollback').catch(() => {});
      seat.leave();
      throw error;
    }
    seat.tie();
    this.#home = seat;
  }

  async commit(): Promise<void> {
    if (!this.#home) return;
    await this.#home.ask({ op: 'commit', session: this.#home.session });
    this.#home.leave();
    this.#home = undefined;
  }

  /** Ends the transaction if there is one; one whose thread died is over already. */
  async rollback(): Promise<void> {
    const home = this.#home;
    if (!home) return;
    this.#home = undefined;
    try {
      await home.end('rollback');
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error;
    } finally {
      home.leave();
    }
  }
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
