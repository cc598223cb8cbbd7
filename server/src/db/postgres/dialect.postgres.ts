import {
  type DatabaseIntrospector,
  type Dialect,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
} from 'kysely';
import { PostgresDriver } from './postgres.driver.ts';
import type { PostgresSettings } from './postgres.options.ts';

/** Runs Kysely on PostgreSQL over postgres.js. `PostgresDriver` describes how connections are distributed. */
export class PostgresDialect implements Dialect {
  readonly #settings: PostgresSettings;

  constructor(settings: PostgresSettings) {
    this.#settings = settings;
  }

  createDriver(): PostgresDriver {
    return new PostgresDriver(this.#settings);
  }

  createQueryCompiler(): QueryCompiler {
    return new PostgresQueryCompiler();
  }

  createAdapter(): PostgresAdapter {
    return new TurnedAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db);
  }
}

/** Lets migrations run without a lock of Kysely: their transaction already holds the lock of all writers (migrate.ts). */
class TurnedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
