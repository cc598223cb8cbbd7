import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** The embedded database's file in a data directory. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'adwarden.db');

/** Makes the data directory (0700) and an empty database file (0600) where they are missing. */
export function prepareDataDir(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = databaseFile(dataDir);
  closeSync(openSync(file, 'a', 0o600)); // SQLite gives its -wal and -shm files the same mode
  return file;
}
