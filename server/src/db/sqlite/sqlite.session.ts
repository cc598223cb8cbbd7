import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { OnStatement } from '../database.ts';
import { copyOpenDatabase, givesRoomBack } from './sqlite.file.ts';
import { addFunctions } from './sqlite.functions.ts';
import type { RunResult, SqliteRole, SqlValue, Statement } from './sqlite.values.ts';

/** The milliseconds that SQLite itself waits for a lock of another process. They block the process. */
const lockTimeoutMs = 5;
/** The memory for pages of the file, in kilobytes. */
const cacheKilobytes = { large: 16_000, small: 2000 };
/** The number of pages at which the log (WAL) is moved into the file. */
const mostLogPages = 1000;
const cachedStatements = 200;
/** The length from which statements are not cached: many-row inserts that seldom come twice. */
const cachedSqlLength = 8000;

/**
 * Settings of the writer. A commit is on the disk before it is answered: WAL with a full sync. The file is not mapped into
 * memory: its pages would count as memory of this process, and the system's cache is as fast. SQLite itself would move the log
 * (WAL) into the file within a commit; `tidy` does it instead.
 */
const writerPragmas = `
  pragma synchronous = full;
  pragma wal_autocheckpoint = 0;
  pragma foreign_keys = on;
  pragma temp_store = memory;
  pragma journal_size_limit = 67108864;
`;
const readerPragmas = `
  pragma query_only = on;
  pragma temp_store = memory;
`;

const isPragma = /^\s*pragma\b/i;

type Prepared = { statement: StatementSync; columns: readonly string[]; fixed: boolean };

/** One connection, which keeps prepared statements for later use. Throws the errors of `node:sqlite`. */
export class SqliteSession {
  readonly #db: DatabaseSync;
  readonly #role: SqliteRole;
  readonly #prepared = new Map<string, Prepared>();
  readonly #onStatement: OnStatement | undefined;

  constructor(
    file: string,
    role: SqliteRole,
    cache: keyof typeof cacheKilobytes,
    onStatement?: OnStatement,
  ) {
    this.#onStatement = onStatement;
    this.#role = role;
    this.#db = new DatabaseSync(file, { timeout: lockTimeoutMs, readOnly: role !== 'writer' });
    try {
      if (role === 'writer') this.#useWal();
      this.#db.exec(role === 'writer' ? writerPragmas : readerPragmas);
      addFunctions(this.#db);
      this.#db.exec(`pragma cache_size = -${cacheKilobytes[cache]}`);
      // This query opens the log (WAL) now: later another file may have its name.
      this.#db.prepare('select 1 from sqlite_schema limit 1').all();
    } catch (error) {
      this.#db.close();
      throw error;
    }
  }

  run(statement: Statement): RunResult {
    if (!this.#onStatement) return this.#run(statement);
    const began = process.threadCpuUsage();
    try {
      return this.#run(statement);
    } finally {
      const { user, system } = process.threadCpuUsage(began);
      this.#onStatement(statement.sql, (user + system) / 1000);
    }
  }

  #run(statement: Statement): RunResult {
    const prepared = this.#prepare(statement);
    const values = bound(statement.parameters);
    if (prepared.columns.length === 0) {
      // `run` would end after the first row, and `incremental_vacuum` gives one page back with each row.
      if (isPragma.test(statement.sql)) {
        prepared.statement.all(...values);
        return { columns: [], rows: [] };
      }
      const { changes, lastInsertRowid } = prepared.statement.run(...values);
      return { columns: [], rows: [], changes: Number(changes), insertId: Number(lastInsertRowid) };
    }
    const rows = prepared.statement.all(...values) as unknown as SqlValue[][];
    // Since `select *` was prepared, a migration may have added a column.
    const columns = prepared.fixed ? prepared.columns : columnNames(prepared.statement);
    return { columns, rows };
  }

  begin(): void {
    this.rollback();
    this.#db.exec(this.#role === 'writer' ? 'begin immediate' : 'begin');
  }

  commit(): void {
    this.#db.exec('commit');
  }

  /** Rolls back. Safe to call when the database has rolled back by itself. */
  rollback(): void {
    if (this.#db.isTransaction) this.#db.exec('rollback');
  }

  /**
   * Moves the log (WAL) into the file when it has grown, which takes some milliseconds; the writer calls it after the answer to a
   * write. Committed data is safe without it: if it fails, the next write tries again.
   */
  tidy(): void {
    if (!this.#db.isOpen || this.#db.isTransaction) return;
    try {
      const { log, checkpointed } = this.#db.prepare('pragma wal_checkpoint(noop)').get() as {
        log: number;
        checkpointed: number;
      };
      if (log - checkpointed >= mostLogPages) this.#db.exec('pragma wal_checkpoint(passive)');
    } catch {
      // If the disk is the cause, the next write gets the error.
    }
  }

  /** Writes one snapshot into a new file, in another thread. */
  copy(file: string): Promise<void> {
    return copyOpenDatabase(this.#db, file);
  }

  close(): void {
    this.rollback();
    this.#db.close();
  }

  #useWal(): void {
    // This pragma must come first: the next one makes the file non-empty.
    this.#db.exec(givesRoomBack);
    const row = this.#db.prepare('pragma journal_mode = wal').get();
    if (row?.journal_mode !== 'wal') {
      throw new Error('The data directory is on a file system that SQLite cannot share (no WAL)');
    }
  }

  #checkTransaction({ transaction }: Statement): void {
    if (transaction === this.#db.isTransaction) return;
    if (transaction) {
      throw new Error('The database has ended this transaction after an earlier error');
    }
    // An earlier rollback failed. Nobody will commit that transaction, so this statement must not be part of it.
    this.#db.exec('rollback');
  }

  #prepare(statement: Statement): Prepared {
    this.#checkTransaction(statement);
    const { sql } = statement;
    let prepared = this.#prepared.get(sql);
    if (prepared) {
      // The code sets it again below, so that the map stays in the order of last use.
      this.#prepared.delete(sql);
    } else {
      const fresh = this.#db.prepare(sql);
      fresh.setReturnArrays(true);
      prepared = { statement: fresh, columns: columnNames(fresh), fixed: !sql.includes('*') };
    }
    if (sql.length <= cachedSqlLength) this.#prepared.set(sql, prepared);
    if (this.#prepared.size > cachedStatements) {
      this.#prepared.delete(this.#prepared.keys().next().value as string);
    }
    return prepared;
  }
}

function columnNames(statement: StatementSync): string[] {
  return statement.columns().map((column) => column.name);
}

/** Converts integers to BigInt: `node:sqlite` binds every number as a float, and 5 in a text column would read '5.0'. */
function bound(parameters: readonly SqlValue[]): SqlValue[] {
  return parameters.map((value) => (Number.isSafeInteger(value) ? BigInt(value as number) : value));
}
