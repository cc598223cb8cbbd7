import {
  copyFileSync,
  existsSync,
  linkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type Migrations, newEpoch, refuseNewer } from '../migrate.ts';
import { databaseFile, prepareDataDir } from '../sqlite/data-dir.ts';
import { inUse, isLocked, lockDataDir } from '../sqlite/data-lock.ts';
import { copyDatabase, syncName } from '../sqlite/sqlite.file.ts';

/** What to put back, and where; `migrations` are those this version knows. */
export type RestoreOrder = { dataDir: string; file: string; migrations?: Migrations };

/**
 * Puts a backup in the place of the embedded database and answers where the replaced one is kept (null when
 * there was none). The backup is copied and checked first; the last step is one rename, so that at every
 * moment either the old or the new database is there, whole. Throws one-line Errors, among others while a
 * server or a backup uses the directory.
 */
export async function restoreDatabase(order: RestoreOrder): Promise<string | null> {
  const { dataDir, file } = order;
  if (!existsSync(file) || !statSync(file).isFile()) throw new Error(`There is no file ${file}`);
  const target = databaseFile(dataDir);
  if (existsSync(target) && realpathSync(target) === realpathSync(file)) {
    throw new Error(`${file} is the database itself`);
  }
  const hadDatabase = existsSync(target) && statSync(target).size > 0;
  prepareDataDir(dataDir);
  const lock = lockDataDir(target, 'exclusive');
  const fresh = `${target}.restoring-${process.pid}`;
  try {
    await copyBackup(order, fresh);
    const kept = hadDatabase ? keepReplaced(target, dataDir) : null;
    renameSync(fresh, target);
    syncName(target);
    return kept;
  } finally {
    rmSync(fresh, { force: true });
    lock.release();
  }
}

async function copyBackup({ file, migrations }: RestoreOrder, fresh: string): Promise<void> {
  const backup = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    refuseForeign(backup, file, migrations);
    await copyDatabase(backup, fresh, (copy) => {
      // Followers of the old history must not take this one for its continuation (ADR 12).
      copy.prepare("update meta set value = ? where name = 'epoch'").run(newEpoch());
      // A session that was ended since the backup must not come back to life.
      copy.exec('delete from session');
    });
  } finally {
    backup.close();
  }
}

/** Throws unless the file is an Adwarden database of this version or an older one. */
function refuseForeign(backup: DatabaseSync, file: string, migrations?: Migrations): void {
  let applied: string[];
  try {
    const epoch = backup.prepare("select value from meta where name = 'epoch'").get();
    if (!epoch) throw new Error('no epoch');
    applied = backup
      .prepare('select name from kysely_migration order by name')
      .all()
      .map((row) => String(row.name));
  } catch (error) {
    throw new Error(`${file} is not a database of Adwarden`, { cause: error });
  }
  refuseNewer(applied, migrations);
}

/** Gives the replaced database a second name, complete in one file; its own name stays until the rename. */
function keepReplaced(target: string, dataDir: string): string {
  const time = new Date().toISOString().replaceAll(/[-:]/g, '');
  const kept = `${target}.before-restore-${time}`;
  foldLog(target, dataDir);
  try {
    linkSync(target, kept);
  } catch {
    copyFileSync(target, kept); // a file system without hard links
  }
  // What a damaged database could not take in goes with it: next to the new file it would be replayed.
  if (existsSync(`${target}-wal`)) renameSync(`${target}-wal`, `${kept}-wal`);
  rmSync(`${target}-shm`, { force: true });
  syncName(target);
  return kept;
}

/** Brings the write-ahead log into the file, alone with it; a damaged database is kept as it is. */
function foldLog(target: string, dataDir: string): void {
  const old = new DatabaseSync(target, { timeout: 500 });
  try {
    old.exec(
      'pragma locking_mode = exclusive; begin exclusive; commit; pragma journal_mode = delete',
    );
  } catch (error) {
    if (isLocked(error)) throw inUse(dataDir);
  } finally {
    old.close();
  }
}
