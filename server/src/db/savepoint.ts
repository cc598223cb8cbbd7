import { sql } from 'kysely';
import type { Tx } from './schema.ts';
import { together } from './together.ts';

const opening = sql`savepoint part`;

/**
 * Runs a part of a transaction that may fail alone: after an error nothing of the part is written, and the transaction can
 * continue. Rethrows the error. Parts must not be nested. The end of the transaction ends the savepoint, too.
 */
export async function inSavepoint<T>(tx: Tx, part: () => Promise<T>): Promise<T> {
  // The code does not wait for the answer: otherwise each save would wait for one more answer of the database.
  const { opened } = await together(tx, async (send) => ({ opened: send(opening.compile(tx)) }));
  // If it fails, the next statement fails, too.
  opened.catch(() => {});
  try {
    return await part();
  } catch (error) {
    await opened;
    await sql`rollback to savepoint part`.execute(tx);
    throw error;
  }
}
