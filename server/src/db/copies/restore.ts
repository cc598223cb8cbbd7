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
import { forget, refuseOtherKind } from '../belonging.ts';
import { DamagedDatabaseError } from '../errors.ts';
import { type Migrations, newEpoch, refuseOtherSchema } from '../migrate.ts';
import { restoredName } from '../restored-work.ts';
import { databaseFile, prepareDataDir } from '../sqlite/data-dir.ts';
import { lockDataDir } from '../sqlite/data-lock.ts';
import { copyDatabase, syncName } from '../sqlite/sqlite.file.ts';
import { hasGoodChecksum } from './checksum.ts';
import { foldLog } from './fold-log.ts';
import { damagedBackup, mustBeFile, refuseOtherFile } from './other-file.ts';

/** The words for the operator on what a restore ends, and what it does with unfinished work (db/restored-work.ts). */
export const heldWords = [
  'All sessions, begun sign-ins and invitations have ended. API keys and webhooks are off until an administrator turns each on (pages API keys, Notifications); keys of edges stay.',
  'Changes that were scheduled then wait for an administrator (page Safety, Change requests); batches that ran are cancelled.',
];

/** The file to restore, and the data directory; `migrations` are those that this version knows. */
export type RestoreOrder = { dataDir: string; file: string; migrations?: Migrations };

/** The result of a restore: the path of the replaced database, if there was one, and whether the backup had a checksum. */
export type Restored = { kept: string | null; hadChecksum: boolean };

/**
 * Replaces the embedded database by a backup. The backup is first compared with the checksum beside it, if there is one, copied
 * and checked. The last step is one rename, so at every moment either the old or the new database is there and complete. Throws
 * one-line Errors, for example while a server or a backup uses the directory.
 */
export async function restoreDatabase(order: RestoreOrder): Promise<Restored> {
  const { dataDir, file } = order;
  refuseOtherKind(dataDir, 'sqlite');
  mustBeFile(file);
  const target = databaseFile(dataDir);
  if (existsSync(target) && realpathSync(target) === realpathSync(file)) {
    throw new Error(`${file} is the database itself`);
  }
  refuseOtherFile(file);
  const hadChecksum = await hasGoodChecksum(file);
  const hadDatabase = existsSync(target) && statSync(target).size > 0;
  prepareDataDir(dataDir);
  const lock = lockDataDir(target, 'exclusive');
  const fresh = `${target}.restoring-${process.pid}`;
  try {
    await copyBackup(order, fresh);
    // The operator wants the restored database, even if it has another id.
    forget(dataDir);
    const kept = hadDatabase ? keepReplaced(target, dataDir) : null;
    renameSync(fresh, target);
    syncName(target);
    return { kept, hadChecksum };
  } finally {
    rmSync(fresh, { force: true });
    lock.release();
  }
}

async function copyBackup({ file, migrations }: RestoreOrder, fresh: string): Promise<void> {
  const backup = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    mustBeOurs(backup, file, migrations);
    const finish = (copy: DatabaseSync) => {
      // The new epoch keeps followers from taking this history for a continuation of the old one (ADR 12).
      copy.prepare("update meta set value = ? where name = 'epoch'").run(newEpoch());
      // A session that was ended after the backup must not be valid again.
      copy.exec('delete from session');
      // The next start holds the unfinished work, once the schema is that of this version.
      copy.prepare('insert or replace into meta (name, value) values (?, 1)').run(restoredName);
    };
    await copyDatabase(backup, fresh, finish);
  } catch (error) {
    // `database` would be taken for the one that is there.
    throw error instanceof DamagedDatabaseError ? damagedBackup(file, error.message) : error;
  } finally {
    backup.close();
  }
}

/** Throws unless the file is an Adwarden database of this version or an older one. Returns the migrations that it has. */
export function mustBeOurs(backup: DatabaseSync, file: string, migrations?: Migrations): string[] {
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
  refuseOtherSchema(applied, migrations && { migrations });
  return applied;
}

/** Gives the replaced database a second name, as one complete file. It keeps its first name until the rename. */
function keepReplaced(target: string, dataDir: string): string {
  const time = new Date().toISOString().replaceAll(/[-:]/g, '');
  const kept = `${target}.before-restore-${time}`;
  foldLog(target, dataDir);
  try {
    linkSync(target, kept);
  } catch {
    copyFileSync(target, kept); // a file system without hard links
  }
  // A damaged database may still have its log (WAL). It is moved too: SQLite would apply it to the new file.
  if (existsSync(`${target}-wal`)) renameSync(`${target}-wal`, `${kept}-wal`);
  rmSync(`${target}-shm`, { force: true });
  syncName(target);
  return kept;
}
