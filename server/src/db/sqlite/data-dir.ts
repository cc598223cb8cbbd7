import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the path of the embedded database in a data directory. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'adwarden.db');

/**
 * Makes the data directory (0700) and an empty database file (0600) where they are missing. Throws a one-line Error instead when
 * it may not make them: a server that replaces one that died never begins a new database.
 */
export function prepareDataDir(dataDir: string, mayMake = true): string {
  const file = databaseFile(dataDir);
  // A disk that has become read-only refuses to open a file for writing.
  if (existsSync(file)) return file;
  if (!mayMake) throw new Error(`The database ${file} is gone`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600)); // SQLite gives its -wal and -shm files the same mode
  return file;
}
