import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFile } from '../sqlite/data-dir.ts';
import { lockDataDir } from '../sqlite/data-lock.ts';
import { checkFile, copyDatabase, syncName } from '../sqlite/sqlite.file.ts';
import { checksumFile, writeChecksum } from './checksum.ts';

/** The data directory to copy, and the file to write. With `force`, an existing file is replaced. */
export type BackupOrder = { dataDir: string; file: string; force?: boolean };

/**
 * Writes a consistent copy of the embedded database, also while a server uses it, and returns its size in bytes. The
 * file gets its name only when it is complete, checked and on the disk; then its checksum is written beside it. Makes the
 * folder. The copy does not contain the secret key. Throws one-line Errors.
 */
export async function backupDatabase({ dataDir, file, force }: BackupOrder): Promise<number> {
  const source = databaseFile(dataDir);
  if (!existsSync(source)) throw new Error(`There is no database in ${dataDir}`);
  refuseTarget(source, file, force ?? false);
  const lock = lockDataDir(source, 'shared');
  const copy = `${file}.part-${process.pid}`;
  try {
    const db = new DatabaseSync(source, { timeout: 5000 });
    try {
      await copyDatabase(db, copy, refuseEmpty);
    } finally {
      db.close();
    }
    // Removed before the rename: a copy without a checksum is better than one with the checksum of another file.
    rmSync(checksumFile(file), { force: true });
    renameSync(copy, file);
    await writeChecksum(file);
    syncName(file);
    return statSync(file).size;
  } finally {
    rmSync(copy, { force: true });
    lock.release();
  }
}

/**
 * Checks whether the embedded database is damaged, also while a server uses it. Throws one-line Errors: a `DamagedDatabaseError`
 * when it is.
 */
export function checkDatabase(dataDir: string): void {
  const source = databaseFile(dataDir);
  if (!existsSync(source)) throw new Error(`There is no database in ${dataDir}`);
  const lock = lockDataDir(source, 'shared');
  try {
    checkFile(source);
  } finally {
    lock.release();
  }
}

function refuseTarget(source: string, file: string, force: boolean): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const target = join(realpathSync(folder), basename(file));
  const own = realpathSync(source);
  if ([own, `${own}-wal`, `${own}-shm`].includes(existing(target))) {
    throw new Error(`${file} is the database itself`);
  }
  if (!existsSync(target)) return;
  if (!statSync(target).isFile()) throw new Error(`${file} is not a file`);
  if (!force) throw new Error(`${file} exists; --force replaces it`);
}

function existing(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

function refuseEmpty(copy: DatabaseSync): void {
  const found = copy
    .prepare("select 1 from sqlite_schema where type = 'table' and name = 'meta'")
    .get();
  if (!found) throw new Error('The database is empty: no server has used it yet');
}
