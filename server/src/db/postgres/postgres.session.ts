import type { Sql } from 'postgres';
import { answerWithin, asDatabaseError, connectPostgres, gone } from './postgres.connect.ts';
import { type PostgresSettings, serverLimits } from './postgres.options.ts';

/** One statement; `life` is the number of the connection on which its transaction began. */
export type PostgresStatement = {
  text: string;
  parameters: readonly unknown[];
  life?: number | undefined;
  /** Whether the statement has no time limit. */
  unhurried?: boolean;
};

export type PostgresResult = { rows: Record<string, unknown>[]; command: string; count: number };

/** The time to wait for an answer. The server stops a slow statement itself, so no answer comes after this time. */
const answerWithinMs = serverLimits.statement_timeout + 2000;
/** The age at which a connection is replaced, so that the server frees the memory that it keeps for it. */
const longestLifeMs = 1_800_000;
/** The most different statement texts that are prepared. Lists make new texts without end. */
const mostPrepared = 300;
const prepared = new Set<string>();

/**
 * Keeps one connection to PostgreSQL: makes it when it is first needed, and again after it was lost. Each connection
 * has its own client of postgres.js, which is thrown away with it. A client of several connections would go on after
 * one was lost in a transaction: with an error that nobody can catch, or outside of the transaction.
 */
export class PostgresSession {
  readonly #settings: PostgresSettings;
  #client: Sql | undefined;
  #life = 0;
  #until = 0;

  constructor(settings: PostgresSettings) {
    this.#settings = settings;
  }

  /** The number of connections made so far. A transaction that began on an earlier connection is lost. */
  get life(): number {
    return this.#life;
  }

  get isOpen(): boolean {
    return this.#client !== undefined;
  }

  async run({ text, parameters, life, unhurried }: PostgresStatement): Promise<PostgresResult> {
    const client = await this.#connected(life);
    const options = { prepare: this.#settings.prepare && isPrepared(text) };
    const query = client.unsafe(text, [...parameters] as never[], options);
    try {
      const result = await answerWithin(query, unhurried ? 0 : answerWithinMs);
      return { rows: [...result], command: result.command, count: result.count };
    } catch (error) {
      // After a refusal (severity ERROR) the connection is still good; after anything else it is not.
      if ((error as { severity?: string }).severity !== 'ERROR') this.#discard(client);
      throw asDatabaseError(error);
    }
  }

  /** Makes the next use open another connection. */
  renew(): void {
    this.#until = 0;
  }

  /** Ends the connection at once. */
  drop(): void {
    if (this.#client) this.#discard(this.#client);
  }

  async #connected(life: number | undefined): Promise<Sql> {
    if (life !== undefined) {
      if (this.#client && life === this.#life) return this.#client;
      throw gone('The connection was lost, and its transaction with it');
    }
    if (this.#client && performance.now() > this.#until) this.drop();
    if (this.#client) return this.#client;
    const client = await connectPostgres(this.#settings, {
      onClose: (closed) => this.#discard(closed),
    });
    this.#client = client;
    this.#life += 1;
    this.#until = performance.now() + longestLifeMs;
    return client;
  }

  #discard(client: Sql): void {
    if (this.#client === client) this.#client = undefined;
    client.end({ timeout: 0 }).catch(() => {});
  }
}

function isPrepared(text: string): boolean {
  if (prepared.has(text)) return true;
  if (prepared.size >= mostPrepared) return false;
  prepared.add(text);
  return true;
}
