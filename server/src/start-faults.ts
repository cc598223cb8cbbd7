import { lstatSync, readlinkSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { cannotBeWritten } from './data-folder.ts';
import { codeOf, isDiskFull, PostgresError, SqliteError } from './db/errors.ts';
import { unusablePostgres } from './db/postgres/postgres.database.ts';
import { databaseFile } from './db/sqlite/data-dir.ts';
import { causeOf } from './kit/faults/causes.ts';
import { Fault } from './kit/faults/fault.ts';
import { StartRefusal } from './kit/faults/start-refusal.ts';

/** Says what is in the place of the embedded database, when that is no file; null when it is one, or nobody knows. */
export function notAFile(dataDir: string): Fault | null {
  const file = resolve(databaseFile(dataDir));
  try {
    if (lstatSync(file).isSymbolicLink() && !statSync(file, { throwIfNoEntry: false })) {
      const where = readlinkSync(file);
      const todo = 'put that file back, or mount its disk';
      return new Fault(`The database ${file} is a link to ${where}, which is not there`, todo);
    }
    if (statSync(file).isFile()) return null;
    return new Fault(`The database ${file} is no file`, 'move it away, and restore a backup');
  } catch {
    return null;
  }
}

const ofFolder = /^(EACCES|EPERM|EROFS|SQLITE_CANTOPEN|SQLITE_READONLY)$/;

/**
 * Explains why a database cannot be used, in the words that a start, the log, `/readyz` and `npm run doctor` share: from the
 * system's error about its folder, or from PostgreSQL's own.
 */
export function faultOf(
  error: unknown,
  { dataDir, postgres }: { dataDir: string; postgres?: unknown },
): unknown {
  if (error instanceof Fault || error instanceof StartRefusal) return error;
  if (error instanceof PostgresError) return unusablePostgres(error);
  const other = postgres ? null : notAFile(dataDir);
  if (other) return new Fault(other.what, other.todo, { cause: error });
  const isFull = isDiskFull(error) && !postgres;
  if (isFull || ofFolder.test(codeOf(error))) return cannotBeWritten(dataDir, error);
  const cause = causeOf(error);
  if (!(error instanceof SqliteError) || !cause) return error;
  const what = `The database in ${resolve(dataDir)} cannot be used: ${cause.what}`;
  return new Fault(what, cause.todo, { cause: error });
}
