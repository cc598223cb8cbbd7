import { cannotBeWritten } from './data-folder.ts';
import { codeOf, isDiskFull, PostgresError } from './db/errors.ts';
import { unusablePostgres } from './db/postgres/postgres.database.ts';
import { Fault } from './kit/fault.ts';
import { StartRefusal } from './kit/start-refusal.ts';

const ofFolder = /^(EACCES|EPERM|EROFS|SQLITE_CANTOPEN|SQLITE_READONLY)$/;

/**
 * What keeps a database from being used, in the words that a start, the log, `/readyz` and `npm run doctor` share: what the
 * system says of the folder that holds it, or PostgreSQL of itself.
 */
export function faultOf(
  error: unknown,
  { dataDir, postgres }: { dataDir: string; postgres?: unknown },
): unknown {
  if (error instanceof Fault || error instanceof StartRefusal) return error;
  if (error instanceof PostgresError) return unusablePostgres(error);
  const isFull = isDiskFull(error) && !postgres;
  return isFull || ofFolder.test(codeOf(error)) ? cannotBeWritten(dataDir, error) : error;
}
