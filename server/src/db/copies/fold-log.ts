import { DatabaseSync } from 'node:sqlite';
import { inUse, isLocked } from '../sqlite/data-lock.ts';

/** Moves the write-ahead log into the database file. A damaged database stays as it is. */
export function foldLog(target: string, dataDir: string): void {
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
