import type { Sql } from 'postgres';
import { answerWithin, asDatabaseError, connectPostgres, gone } from './postgres.connect.ts';
import { type PostgresSettings, serverLimits } from './postgres.options.ts';

/** One statement; `life` ties it to the connection its transaction began on. */
export type PostgresStatement = {
  text: string;
  parameters: readonly unknown[];
  life?: number | undefined;
  /** The statement may take as long as it takes. */
  unhurried?: boolean;
};

export type PostgresResult = { rows: Record<string, unknown>[]; command: string; count: number };

/** The server stops a slow statement itself: one that is later than this is not answered at all. */
const answerWithinMs = serverLimits.statement_timeout + 2000;
/** Connections are made anew now and then, so that what the server keeps for each is let go. */
const longestLifeMs = 1_800_000;
/** Each connection keeps a plan for as many statements as it has seen; the texts of lists have no end. */
const mostPrepared = 300;
const prepared = new Set<string>();

/**
 * One place for a connection to PostgreSQL: made when it is first needed, made anew after it was lost. It is a
 * client of one connection that is thrown away with it, because postgres.js writes on to a connection that was
 * lost in a transaction, which throws where nobody can catch it, or starts over outside of the transaction.
 */
export class PostgresSession {
  readonly #settings: PostgresSettings;
  #client: Sql | undefined;
  #life = 0;
  #until = 0;

  constructor(settings: PostgresSettings) {
    this.#settings = settings;
  }

  /** Counts the connections made in this place: a transaction begun on an earlier one is lost. */
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

  /** Has the next use make another connection. */
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
