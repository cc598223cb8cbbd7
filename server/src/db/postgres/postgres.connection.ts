import type { CompiledQuery, DatabaseConnection, QueryResult, TransactionSettings } from 'kysely';
import { isDatabaseGone, isReadOnly, PostgresError, readOnlyCode } from '../errors.ts';
import { checkedParameters } from '../parameters.ts';
import { surelyReads } from '../reads.ts';
import { serverLimits } from './postgres.options.ts';
import type { PostgresResult, PostgresSession } from './postgres.session.ts';

/** A turn at one of the connections; `leave` gives it back. */
export type PostgresLease = { session: PostgresSession; leave(): void };

/** Where leases come from; one that is to write waits for its turn first, so that writers never hold them all. */
export type PostgresLeases = {
  prepare: boolean;
  any(): Promise<PostgresLease>;
  writer(): Promise<PostgresLease>;
  /** The server takes no writes any more: all connections are made anew, to whichever host does. */
  renew(): void;
};

/** A transaction that lifts the server's limit lifts ours with it. */
const liftsLimit = /^set local statement_timeout = 0$/i;
const notSupported = '0A000';
const clashCodes = new Set(['40001', '40P01']);
const mostTries = 3;

/** What Kysely holds for one query, one transaction, or for as long as it says. */
export class PostgresConnection implements DatabaseConnection {
  readonly #leases: PostgresLeases;
  #lease: PostgresLease | undefined;
  /** Of the connection that the open transaction began on. */
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

  /** One that is only to read sees one moment of the database, as in SQLite. */
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

  /** Throws when the database has rolled back instead, after a statement that failed. */
  async commit(): Promise<void> {
    const { command } = await this.#run('commit', [], false);
    this.#end();
    if (command === 'ROLLBACK')
      throw new Error('The database has ended this transaction after an earlier error');
  }

  /** Ends the transaction if there is one; one whose connection was lost is over already. */
  async rollback(): Promise<void> {
    const session = this.#lease?.session;
    if (session && this.#life === session.life && session.isOpen) {
      await this.#run('rollback', [], false).catch(() => session.drop());
    }
    this.#end();
  }

  /** Gives the lease back; what is still open on it is rolled back. */
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
    this.#lease ??= await this.#leases.any();
    return this.#lease;
  }

  /** Outside of transactions a clash is tried again, and what only reads when its connection was an old one. */
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

/** Kysely's own look at the catalog has flags in it; ours have none. */
function parametersOf({ sql, parameters }: CompiledQuery): readonly unknown[] {
  return sql.includes('pg_catalog') ? parameters : checkedParameters(parameters);
}
