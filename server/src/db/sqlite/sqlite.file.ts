import { chmodSync, closeSync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

/** More pages than a database can have: the copy is one step. After a write between two steps, it would start again. */
const allPages = 2 ** 31 - 1;

/** A check of the copy, or a last change to it. */
type Finish = (copy: DatabaseSync) => void;

/**
 * Copies one snapshot of an open database into a new file and checks the copy. The new file needs no files beside it,
 * only its owner can read it, and it is on the disk when this resolves. Throws a one-line Error when it is damaged.
 */
export async function copyDatabase(from: DatabaseSync, to: string, finish: Finish): Promise<void> {
  closeSync(openSync(to, 'wx', 0o600));
  await backup(from, to, { rate: allPages });
  const copy = new DatabaseSync(to);
  try {
    const verdict = copy.prepare('pragma integrity_check(1)').get();
    if (verdict?.integrity_check !== 'ok') {
      throw new Error(`The database is damaged: ${String(verdict?.integrity_check)}`);
    }
    finish(copy);
    copy.exec('pragma journal_mode = delete');
  } finally {
    copy.close();
  }
  chmodSync(to, 0o600);
  syncToDisk(to);
}

/** The same without the check, which would take long: of a database whose own file may be gone. Restoring it checks it. */
export async function copyOpenDatabase(from: DatabaseSync, to: string): Promise<void> {
  closeSync(openSync(to, 'wx', 0o600));
  await backup(from, to, { rate: allPages });
  const copy = new DatabaseSync(to);
  try {
    copy.exec('pragma journal_mode = delete');
  } finally {
    copy.close();
  }
  syncToDisk(to);
}

/** Waits until a file, or the names in a directory, are on the disk. */
function syncToDisk(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Waits until the name of a file is on the disk. */
export const syncName = (path: string): void => syncToDisk(dirname(path));
