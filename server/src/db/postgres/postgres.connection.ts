import type { CompiledQuery, DatabaseConnection, QueryResult, TransactionSettings } from 'kysely';
import { isDatabaseGone, isReadOnly, PostgresError, readOnlyCode } from '../errors.ts';
import { checkedParameters } from '../parameters.ts';
import { surelyReads } from '../reads.ts';
import { serverLimits } from './postgres.options.ts';
import type { PostgresResult, PostgresSession } from './postgres.session.ts';

/** The right to use one of the connections; `leave` gives it back. */
export type PostgresLease = { session: PostgresSession; leave(): void };

/** Gives out leases. Writers get a limited number of them, so that they never hold all connections. */
export type PostgresLeases = {
  prepare: boolean;
  reader(): Promise<PostgresLease>;
  writer(): Promise<PostgresLease>;
  /** Makes all connections again, to a host that accepts writes; called when the server refuses writes. */
  renew(): void;
};

/** A transaction that switches off the server's time limit switches off ours, too. */
const liftsLimit = /^set local statement_timeout = 0$/i;
const notSupported = '0A000';
const clashCodes = new Set(['40001', '40P01']);
const mostTries = 3;

/** Kysely's connection: for one query, for one transaction, or until Kysely releases it. */
export class PostgresConnection implements DatabaseConnection {
  readonly #leases: PostgresLeases;
  #lease: PostgresLease | undefined;
  /** The number of the connection on which the open transaction began. */
  #life: number | undefined;
  #unhurried = false;

  constructor(leases: PostgresLeases) {
    this.#leases = leases;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, command, count } = await this.#run(
      query.sql,
      parametersOf(query),
      surelyReads(query),
    );
    if (this.#life !== undefined && liftsLimit.test(query.sql)) this.#unhurried = true;
    const changes = /^(?:insert|update|delete|merge)$/i.test(command);
    return { rows: rows as R[], ...(changes && { numAffectedRows: BigInt(count) }) };
  }

  /** Kysely requires this method; long lists are read in pages instead. */
  streamQuery(): never {
    throw new Error('Rows cannot be streamed: read them in pages');
  }

  /** A read-only transaction sees one snapshot of the database, as in SQLite. */
  async begin({ accessMode, isolationLevel }: TransactionSettings): Promise<void> {
    const isReader = accessMode === 'read only';
    if (!isReader && !this.#lease) this.#lease = await this.#leases.writer();
    const level = isolationLevel ?? (isReader ? 'repeatable read' : 'read committed');
    const mode = isReader ? 'read only' : 'read write';
    await this.#run(`begin isolation level ${level} ${mode}`, [], true).catch((error) => {
      throw isReader ? error : this.#asReadOnly(error);
    });
    this.#life = this.#lease?.session.life;
    if (this.#leases.prepare) return;
    const limits = Object.entries(serverLimits).map(
      ([name, ms]) => `set_config('${name}', '${ms}', true)`,
    );
    await this.#run(`select ${limits.join(', ')}`, [], true);
  }

  /** A standby refuses `begin … read write` with another code than a read-only server; this makes both the same. */
  #asReadOnly(error: unknown): unknown {
    if (!(error instanceof PostgresError) || error.code !== notSupported) return error;
    this.#leases.renew();
    return new PostgresError(error.message, readOnlyCode);
  }

  /** Commits. Throws when the database has rolled back instead, after a statement that failed. */
  async commit(): Promise<void> {
    const { command } = await this.#run('commit', [], false);
    this.#end();
    if (command === 'ROLLBACK')
      throw new Error('The database has ended this transaction after an earlier error');
  }

  /** Ends the open transaction, if there is one. A lost connection has already ended it. */
  async rollback(): Promise<void> {
    const session = this.#lease?.session;
    if (session && this.#life === session.life && session.isOpen) {
      await this.#run('rollback', [], false).catch(() => session.drop());
    }
    this.#end();
  }

  /** Rolls an open transaction back and gives the lease back. */
  async release(): Promise<void> {
    await this.rollback();
    this.#lease?.leave();
    this.#lease = undefined;
  }

  #end(): void {
    this.#life = undefined;
    this.#unhurried = false;
  }

  async #leased(): Promise<PostgresLease> {
    this.#lease ??= await this.#leases.reader();
    return this.#lease;
  }

  /**
   * Runs a statement. Outside of transactions, it is repeated after a conflict with another transaction; a reading statement also
   * when its connection turned out to be broken.
   */
  async #run(
    text: string,
    parameters: readonly unknown[],
    isRead: boolean,
  ): Promise<PostgresResult> {
    const { session } = await this.#leased();
    for (let tries = 1; ; tries += 1) {
      const wasOpen = session.isOpen;
      const life = this.#life;
      try {
        return await session.run({ text, parameters, life, unhurried: this.#unhurried });
      } catch (error) {
        const { code = '' } = error as { code?: string };
        if (isReadOnly(error)) this.#leases.renew();
        const isStale = isRead && wasOpen && !session.isOpen && isDatabaseGone(error);
        const again = life === undefined && (clashCodes.has(code) || isStale);
        if (!again || code === 'DATABASE_GONE' || tries === mostTries) throw error;
      }
    }
  }
}

/** Returns the checked parameters. Kysely's own queries of the catalog have boolean parameters, which ours never have. */
function parametersOf({ sql, parameters }: CompiledQuery): readonly unknown[] {
  return sql.includes('pg_catalog') ? parameters : checkedParameters(parameters);
}
