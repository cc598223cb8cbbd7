import {
  type DatabaseIntrospector,
  type Dialect,
  type Kysely,
  type QueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { SqliteConnections } from './sqlite.connections.ts';
import { SqliteDriver } from './sqlite.driver.ts';

/** Runs Kysely on `node:sqlite` (ADR 50). Kysely's own dialect has one connection, so a read would wait for a transaction. */
export class OwnSqliteDialect implements Dialect {
  readonly #connections: SqliteConnections;

  constructor(connections: SqliteConnections) {
    this.#connections = connections;
  }

  createDriver(): SqliteDriver {
    return new SqliteDriver(this.#connections);
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): SqliteAdapter {
    return new OwnAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}

/**
 * Tells Kysely that this dialect has many connections and runs migrations in one transaction. That transaction begins
 * `immediate`, so that two processes that start together migrate one after the other.
 */
class OwnAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
