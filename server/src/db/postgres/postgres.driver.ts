import type { Driver, TransactionSettings } from 'kysely';
import { Limiter, type Turn } from '../../kit/turns/limiter.ts';
import { databaseBusy } from '../errors.ts';
import { InUse } from '../in-use.ts';
import {
  PostgresConnection,
  type PostgresLease,
  type PostgresLeases,
} from './postgres.connection.ts';
import type { PostgresSettings } from './postgres.options.ts';
import { PostgresSession } from './postgres.session.ts';

const queue = { waiting: 1000, ms: 5000, refusal: databaseBusy };

/**
 * Distributes the connections, to one party after the other (ADR 65). A wait of more than 5 s throws DATABASE_BUSY. Writing
 * transactions use at most half of the connections: they wait for each other in the database, and meanwhile others must be able
 * to read. The reads of one party use at most half of them, too.
 */
export class PostgresDriver implements Driver {
  readonly #sessions: PostgresSession[];
  readonly #leases: PostgresLeases;
  readonly #inUse = new InUse<PostgresConnection>();

  constructor(settings: PostgresSettings) {
    const { pool } = settings;
    const sessions = Array.from({ length: pool }, () => new PostgresSession(settings));
    const all = new Limiter({ ...queue, places: pool });
    const half = Math.max(1, pool >> 1);
    const writers = new Limiter({ ...queue, places: half });
    const readers = new Limiter({ ...queue, places: pool, ofParty: half });
    this.#sessions = sessions;

    /** Leases a connection to the holder of this turn. */
    async function leaseIn(turn: Turn): Promise<PostgresLease> {
      try {
        const { place, leave } = await all.take();
        return {
          session: sessions[place] as PostgresSession,
          leave() {
            leave();
            turn.leave();
          },
        };
      } catch (error) {
        turn.leave();
        throw error;
      }
    }
    const renew = () => {
      for (const session of sessions) session.renew();
    };
    this.#leases = {
      prepare: settings.prepare,
      reader: async () => leaseIn(await readers.take()),
      writer: async () => leaseIn(await writers.take()),
      renew,
    };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    const connection = new PostgresConnection(this.#leases);
    this.#inUse.add(connection);
    return connection;
  }

  async beginTransaction(connection: PostgresConnection, settings: TransactionSettings) {
    await connection.begin(settings);
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.rollback();
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    await connection.release();
    this.#inUse.delete(connection);
  }

  /** Waits for running work, at most 10 s, then ends every connection. */
  async destroy(): Promise<void> {
    await this.#inUse.empty();
    for (const session of this.#sessions) session.drop();
  }
}
