import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { DatabaseUnavailableError, SqliteError } from '../errors.ts';
import { checkedParameters } from '../parameters.ts';
import { beginsAsRead } from '../reads.ts';
import type { SqliteLease } from './sqlite.lease.ts';
import type { RunResult, SqlValue } from './sqlite.protocol.ts';

/** Gives out leases; each call waits for its turn. */
export type Leases = {
  /** For one statement outside of transactions. */
  reader(): Promise<SqliteLease>;
  writer(): Promise<SqliteLease>;
  /** For a transaction that only reads. */
  snapshot(): Promise<SqliteLease>;
};

/** SQLITE_READONLY: a write on a read-only connection. */
const readOnly = 8;

/** Kysely's connection for one query or one transaction. It keeps its lease while a transaction is open. */
export class SqliteConnection implements DatabaseConnection {
  readonly #leases: Leases;
  #home: SqliteLease | undefined;

  constructor(leases: Leases) {
    this.#leases = leases;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = this.#home
      ? await this.#run(query, this.#home)
      : beginsAsRead(query)
        ? await this.#read(query)
        : await this.#once(query, this.#leases.writer());
    return {
      rows: asObjects<R>(result.columns, result.rows),
      ...(result.changes !== undefined && { numAffectedRows: BigInt(result.changes) }),
      ...(result.insertId !== undefined && { insertId: BigInt(result.insertId) }),
    };
  }

  /** Tries a statement on a read-only connection first. If it writes, SQLite refuses it there. */
  async #read(query: CompiledQuery): Promise<RunResult> {
    try {
      return await this.#once(query, this.#leases.reader());
    } catch (error) {
      if (!(error instanceof SqliteError) || error.errcode !== readOnly) throw error;
      return this.#once(query, this.#leases.writer());
    }
  }

  /** Runs a statement outside of transactions. */
  async #once(query: CompiledQuery, turn: Promise<SqliteLease>): Promise<RunResult> {
    const lease = await turn;
    try {
      return await this.#run(query, lease);
    } finally {
      lease.leave();
    }
  }

  async #run({ sql, parameters }: CompiledQuery, lease: SqliteLease): Promise<RunResult> {
    const transaction = Boolean(this.#home);
    return lease.ask({
      op: 'run',
      session: lease.session,
      transaction,
      sql,
      parameters: checkedParameters(parameters),
    });
  }

  /** Kysely requires this method; long lists are read in pages instead. */
  streamQuery(): never {
    throw new Error('Rows cannot be streamed: read them in pages');
  }

  async begin(isReader: boolean): Promise<void> {
    const lease = await (isReader ? this.#leases.snapshot() : this.#leases.writer());
    try {
      await lease.ask({ op: 'begin', session: lease.session });
    } catch (error) {
      await lease.rollback().catch(() => {});
      lease.leave();
      throw error;
    }
    lease.tie();
    this.#home = lease;
  }

  async commit(): Promise<void> {
    if (!this.#home) return;
    await this.#home.ask({ op: 'commit', session: this.#home.session });
    this.#home.leave();
    this.#home = undefined;
  }

  /** Ends the open transaction, if there is one. When its thread has died, it is over already. */
  async rollback(): Promise<void> {
    const home = this.#home;
    if (!home) return;
    this.#home = undefined;
    try {
      await home.rollback();
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
