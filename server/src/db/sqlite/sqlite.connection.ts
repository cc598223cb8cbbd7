import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { Turn } from '../../kit/turns/limiter.ts';
import { type Party, partyNow } from '../../kit/turns/party.ts';
import { takeTurn } from '../../kit/turns/turns.ts';
import { SqliteError } from '../errors.ts';
import { checkedParameters } from '../parameters.ts';
import { beginsAsRead } from '../reads.ts';
import type { SqliteConnections } from './sqlite.connections.ts';
import type { SqliteSession } from './sqlite.session.ts';
import type { RunResult, SqlValue } from './sqlite.values.ts';

/** Gives turns to waiting statements and transactions. */
export type SqliteTurns = {
  /** Waits for the turn of the one writer. */
  writer(): Promise<Turn>;
  /** Tells whether an urgent writer waits for this turn, so that all others should hurry. */
  isWriterWanted(): boolean;
  /** Waits for the turn of a transaction that only reads. */
  snapshot(): Promise<Turn>;
};

type Transaction = { session: SqliteSession; turn: Turn; writes: boolean; party: Party };

/** SQLITE_READONLY: the code of a write on a read-only connection. */
const readOnly = 8;

/** Kysely's connection for one query or one transaction. */
export class SqliteConnection implements DatabaseConnection {
  readonly #connections: SqliteConnections;
  readonly #turns: SqliteTurns;
  #transaction: Transaction | undefined;

  constructor(connections: SqliteConnections, turns: SqliteTurns) {
    this.#connections = connections;
    this.#turns = turns;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#run(query);
    return {
      rows: asObjects<R>(result.columns, result.rows),
      ...(result.changes !== undefined && { numAffectedRows: BigInt(result.changes) }),
      ...(result.insertId !== undefined && { insertId: BigInt(result.insertId) }),
    };
  }

  async #run(query: CompiledQuery): Promise<RunResult> {
    const { sql } = query;
    const parameters = checkedParameters(query.parameters);
    const connections = this.#connections;
    const open = this.#transaction;
    if (open) {
      await takeTurn(open.party);
      return connections.whenFree(() => open.session.run({ transaction: true, sql, parameters }));
    }
    const alone = { transaction: false, sql, parameters };
    // A read is tried on a read-only connection. If it writes after all, SQLite refuses it there.
    if (beginsAsRead(query)) {
      await takeTurn();
      try {
        return await connections.whenFree(() => connections.reader.run(alone));
      } catch (error) {
        if (!(error instanceof SqliteError) || error.errcode !== readOnly) throw error;
      }
    }
    const turn = await this.#turns.writer();
    try {
      await takeTurn(this.#writing());
      const result = await connections.whenFree(() => connections.writer.run(alone));
      this.#tidySoon(connections.writer);
      return result;
    } finally {
      turn.leave();
    }
  }

  /** Kysely requires this method; long lists are read in pages instead. */
  streamQuery(): never {
    throw new Error('Rows cannot be streamed: read them in pages');
  }

  async begin(isReader: boolean): Promise<void> {
    const turn = await (isReader ? this.#turns.snapshot() : this.#turns.writer());
    const connections = this.#connections;
    try {
      const session = await connections.whenFree(() => {
        const taken = isReader ? connections.snapshot(turn.place) : connections.writer;
        taken.begin();
        return taken;
      });
      const party = isReader ? partyNow() : this.#writing();
      this.#transaction = { session, turn, writes: !isReader, party };
    } catch (error) {
      turn.leave();
      throw error;
    }
  }

  async commit(): Promise<void> {
    const open = this.#transaction;
    if (!open) return;
    await this.#connections.whenFree(() => open.session.commit());
    this.#transaction = undefined;
    if (open.writes) this.#tidySoon(open.session);
    open.turn.leave();
  }

  /** Ends the open transaction, if there is one. */
  async rollback(): Promise<void> {
    const open = this.#transaction;
    if (!open) return;
    this.#transaction = undefined;
    try {
      open.session.rollback();
    } finally {
      open.turn.leave();
    }
  }

  /**
   * Returns the party of a write. Writers are a party of their own: others wait for the end of the write, so its statements do
   * not queue behind all reads of the same person. While an urgent writer waits, they are urgent.
   */
  #writing(): Party {
    const { isUrgent } = partyNow();
    const turns = this.#turns;
    return {
      key: 'writer',
      get isUrgent() {
        return isUrgent || turns.isWriterWanted();
      },
    };
  }

  /** Moves the log (WAL) into the file after the answer to a write. */
  #tidySoon(session: SqliteSession): void {
    setImmediate(() => session.tidy());
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
