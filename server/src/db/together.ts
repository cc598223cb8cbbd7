import type { CompiledQuery } from 'kysely';
import type { Tx } from './schema.ts';

/** Sends a statement and resolves with its rows. */
export type Send = <Row>(query: CompiledQuery<Row>) => Promise<Row[]>;

/**
 * Lets `work` send several statements of a transaction without waiting for each. The database carries them out in the
 * order in which they are sent. After a failure the transaction must be rolled back, at least to a savepoint.
 *
 *     const [apps, users] = await together(tx, (send) =>
 *       Promise.all([send(allApps.compile()), send(allUsers.compile())]),
 *     );
 */
export const together = <T>(tx: Tx, work: (send: Send) => Promise<T>): Promise<T> =>
  tx.getExecutor().provideConnection((connection) => {
    const send: Send = async <Row>(query: CompiledQuery<Row>) =>
      (await connection.executeQuery<Row>(query)).rows;
    return work(send);
  });
