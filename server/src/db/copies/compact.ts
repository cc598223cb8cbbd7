import {
  chmodSync,
  chownSync,
  existsSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Fault } from '../../kit/faults/fault.ts';
import { freeBytes } from '../../kit/process/disk.ts';
import { refuseOtherKind } from '../belonging.ts';
import { damageNamed, isDamaged } from '../errors.ts';
import { databaseFile } from '../sqlite/data-dir.ts';
import { lockDataDir } from '../sqlite/data-lock.ts';
import { copyCompact, pagesOf, syncName } from '../sqlite/sqlite.file.ts';
import { foldLog } from './fold-log.ts';

/** The bytes that must stay free on the disk beside the new file. */
const spareBytes = 16_000_000;

/** The bytes of the file before and after. */
export type Compacted = { before: number; after: number };

/**
 * Replaces the embedded database by a copy without empty pages, which gives room back by itself from then on (ADR 114). The
 * last step is one rename, so at every moment either the old or the new file is there and complete. Owner and mode stay.
 * Throws one-line Errors, for example while a server or a backup uses the directory. `room`: the free bytes of a folder.
 */
export async function compactDatabase(dataDir: string, room = freeBytes): Promise<Compacted> {
  refuseOtherKind(dataDir, 'sqlite');
  const link = databaseFile(dataDir);
  if (!existsSync(link)) throw new Error(`There is no database in ${dataDir}`);
  const lock = lockDataDir(link, 'exclusive');
  // A symbolic link to the file stays a link.
  const file = realpathSync(link);
  const fresh = `${file}.compacting`;
  try {
    // A killed command may have left this file.
    rmSync(fresh, { force: true });
    foldLog(file, dataDir);
    if (existsSync(`${file}-wal`)) throw damaged(file, 'its log cannot be moved into it');
    const { size, mode, uid, gid } = statSync(file);
    await writeCompact(file, fresh, room);
    chmodSync(fresh, mode & 0o777);
    if (process.getuid?.() === 0) chownSync(fresh, uid, gid);
    renameSync(fresh, file);
    syncName(file);
    return { before: size, after: statSync(file).size };
  } finally {
    rmSync(fresh, { force: true });
    lock.release();
  }
}

async function writeCompact(file: string, fresh: string, room: typeof freeBytes): Promise<void> {
  const old = new DatabaseSync(file, { timeout: 5000 });
  try {
    const { pages, empty, pageBytes } = pagesOf(old);
    await mustHaveRoom(dirname(file), (pages - empty) * pageBytes + spareBytes, room);
    copyCompact(old, fresh);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    throw damaged(file, damageNamed((error as Error).message));
  } finally {
    old.close();
  }
}

async function mustHaveRoom(folder: string, needed: number, room: typeof freeBytes): Promise<void> {
  const free = await room(folder);
  if (free >= needed) return;
  const inMb = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;
  throw new Fault(
    `${folder} has no room: ${inMb(free)} are free, and the new file needs ${inMb(needed)}`,
    'make room on this disk',
  );
}

const damaged = (file: string, why: string): Fault =>
  new Fault(
    `${file} is damaged: ${why}`,
    'restore a backup (docs/operate.md, "Back up and restore")',
  );
