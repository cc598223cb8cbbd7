import {
  type DatabaseIntrospector,
  type Dialect,
  type Kysely,
  type QueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { SqliteDriver } from './sqlite.driver.ts';
import type { SqliteThreads } from './sqlite.thread.ts';

/**
 * Kysely on `node:sqlite` in worker threads: the thread that serves never calls SQLite, so neither a search
 * nor an fsync delays an ads answer (ADR 1). `SqliteDriver` describes how the work is distributed.
 */
export class SqliteWorkerDialect implements Dialect {
  readonly #threads: SqliteThreads;

  constructor(threads: SqliteThreads) {
    this.#threads = threads;
  }

  createDriver(): SqliteDriver {
    return new SqliteDriver(this.#threads);
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): SqliteAdapter {
    return new WorkerAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}

/**
 * Says that this dialect has many connections and runs migrations in one transaction. That transaction begins
 * `immediate`, so that two processes that start together migrate one after the other.
 */
class WorkerAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
