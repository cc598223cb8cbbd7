import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A lock on a data directory. The system releases it when the process ends, also after a crash. */
export type DataLock = { release(): void };

const waitMs = 500;

/**
 * Locks the directory of a database file: `shared` for a process that serves from it or copies it, `exclusive` for a
 * restore or a move. It is SQLite's lock on an empty file beside the database, because Node has no file locks of its
 * own and a restore replaces the database file. Throws a one-line Error with `errcode` 5 (SQLITE_BUSY) when another
 * process has the other kind of lock.
 */
export function lockDataDir(file: string, kind: 'shared' | 'exclusive'): DataLock {
  const dataDir = dirname(file);
  return lockFile(join(dataDir, 'adwarden.lock'), kind, () =>
    kind === 'shared' ? refusal(`A restore or a move is at work in ${dataDir}`) : inUse(dataDir),
  );
}

/**
 * Locks a data directory for the one office or edge that serves from it; throws a one-line Error when there is another one. It is
 * a lock of its own, because backups remain possible meanwhile.
 */
export function lockForServer(dataDir: string): DataLock {
  return lockFile(join(dataDir, 'office.lock'), 'exclusive', () =>
    refusal(
      `DATA_DIR ${resolve(dataDir)} is used by another server: stop that one, or give this one a folder of its own`,
    ),
  );
}

function lockFile(file: string, kind: 'shared' | 'exclusive', refused: () => Error): DataLock {
  const db = new DatabaseSync(file, { timeout: waitMs });
  try {
    db.exec(kind === 'shared' ? 'begin; select * from sqlite_schema' : 'begin exclusive');
  } catch (error) {
    db.close();
    throw isLocked(error) ? refused() : error;
  }
  return { release: () => db.close() };
}

/** Tells whether an error of `node:sqlite` says that another process has the lock. */
export function isLocked(error: unknown): boolean {
  return (((error as { errcode?: number }).errcode ?? 0) & 0xff) === 5;
}

/** Builds the refusal of a restore or a move while the database of a data directory is in use. */
export function inUse(dataDir: string): Error {
  return refusal(`${dataDir} is in use: stop the server (and wait for a backup) first`);
}

function refusal(message: string): Error {
  return Object.assign(new Error(message), { errcode: 5 });
}
