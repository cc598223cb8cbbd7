import { sql } from 'kysely';
import type { Tx } from './schema.ts';

/**
 * Does a part of a transaction that may fail alone: after an error nothing of the part is written, and the transaction
 * can go on. Rethrows the error. Parts must not be nested.
 */
export async function inSavepoint<T>(tx: Tx, part: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(tx);
  let result: T;
  try {
    result = await part();
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx);
    throw error;
  }
  await sql`release savepoint part`.execute(tx);
  return result;
}
