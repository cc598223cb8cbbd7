import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A hold on a data directory; the system ends it when the process ends, however that happens. */
export type DataLock = { release(): void };

const waitMs = 500;

/**
 * Locks the directory of a database file: `shared` by every process that serves from it or copies it,
 * `exclusive` by a restore or a move. The lock is one of SQLite on an empty file beside the database, because Node has
 * no other file locks and a restore replaces the database file itself. Throws a one-line Error with
 * `errcode` 5 (SQLITE_BUSY) when the other kind is held.
 */
export function lockDataDir(file: string, kind: 'shared' | 'exclusive'): DataLock {
  const dataDir = dirname(file);
  const db = new DatabaseSync(join(dataDir, 'adwarden.lock'), { timeout: waitMs });
  try {
    db.exec(kind === 'shared' ? 'begin; select * from sqlite_schema' : 'begin exclusive');
  } catch (error) {
    db.close();
    if (!isLocked(error)) throw error;
    throw kind === 'shared'
      ? refusal(`A restore or a move is at work in ${dataDir}`)
      : inUse(dataDir);
  }
  return { release: () => db.close() };
}

/** Whether an error of `node:sqlite` says that somebody else holds the lock. */
export function isLocked(error: unknown): boolean {
  return (((error as { errcode?: number }).errcode ?? 0) & 0xff) === 5;
}

/** The refusal of a restore or a move while the database of a data directory is open somewhere. */
export function inUse(dataDir: string): Error {
  return refusal(`${dataDir} is in use: stop the server (and wait for a backup) first`);
}

function refusal(message: string): Error {
  return Object.assign(new Error(message), { errcode: 5 });
}
