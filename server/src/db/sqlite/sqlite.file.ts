import { chmodSync, closeSync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { DamagedDatabaseError, isDamaged } from '../errors.ts';

/**
 * More pages than a database can have, so that the copy is one step. If it had two steps, a write between them would restart it.
 */
const allPages = 2 ** 31 - 1;

/** The pragma that lets a database give room back to the disk (`db/room`), if it is empty or rewritten. */
export const givesRoomBack = 'pragma auto_vacuum = incremental';

/** A check of the copy, or a last change to it. */
type Finish = (copy: DatabaseSync) => void;

/** The share of empty pages from which a copy leaves them out. */
const mostEmptyShare = 0.1;

/** The number of pages of a database, the number of empty ones, and the bytes of one. */
export type Pages = { pages: number; empty: number; pageBytes: number };

export function pagesOf(db: DatabaseSync): Pages {
  const of = (name: string) => Number(Object.values(db.prepare(`pragma ${name}`).get() ?? {})[0]);
  return { pages: of('page_count'), empty: of('freelist_count'), pageBytes: of('page_size') };
}

/**
 * Copies one snapshot of an open database into a new file and checks the copy. The new file needs no files beside it, only its
 * owner can read it, and it is on the disk when this resolves. Throws a one-line Error when the copy is damaged; a
 * `DamagedDatabaseError` when its source is.
 */
export async function copyDatabase(from: DatabaseSync, to: string, finish: Finish): Promise<void> {
  const { pages, empty } = pagesOf(from);
  if (empty >= mostEmptyShare * pages) return copyCompact(from, to, finish);
  makeEmpty(to);
  await backup(from, to, { rate: allPages });
  finishCopy(from, to, finish);
}

/** Does the same without empty pages, in this thread. The copy gives room back by itself from then on. */
export function copyCompact(from: DatabaseSync, to: string, finish: Finish = () => {}): void {
  makeEmpty(to);
  from.exec(givesRoomBack);
  try {
    from.prepare('vacuum into ?').run(to);
  } catch (error) {
    if (isDamaged(error)) mustBeSound((error as Error).message);
    throw error;
  }
  finishCopy(from, to, finish);
}

const makeEmpty = (file: string): void => closeSync(openSync(file, 'wx', 0o600));

function finishCopy(from: DatabaseSync, to: string, finish: Finish): void {
  const copy = new DatabaseSync(to);
  try {
    const found = damageIn(copy, 'integrity_check');
    if (found !== '' && damageIn(from, 'integrity_check') === '') {
      throw new Error(`The copy is damaged, and what was copied is not: look at the disk of ${to}`);
    }
    mustBeSound(found);
    finish(copy);
    copy.exec('pragma journal_mode = delete');
  } finally {
    copy.close();
  }
  chmodSync(to, 0o600);
  syncToDisk(to);
}

/** Returns the first damage that SQLite's check finds; '' when the database is sound. `quick_check` does not compare indexes. */
export function damageIn(db: DatabaseSync, check: 'integrity_check' | 'quick_check'): string {
  try {
    const verdict = String(db.prepare(`pragma ${check}(1)`).get()?.[check]);
    return verdict === 'ok' ? '' : verdict;
  } catch (error) {
    if (!isDamaged(error)) throw error;
    return (error as Error).message;
  }
}

function mustBeSound(found: string): void {
  if (found !== '') throw new DamagedDatabaseError(found);
}

/** Reads every page of a database; throws a `DamagedDatabaseError` when one is damaged. Others may use it meanwhile. */
export function checkFile(file: string): void {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    mustBeSound(damageIn(db, 'quick_check'));
  } finally {
    db.close();
  }
}

/** Copies a database whose own file may be gone, without the check, which would take long. Restoring the copy checks it. */
export async function copyOpenDatabase(from: DatabaseSync, to: string): Promise<void> {
  makeEmpty(to);
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
