import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Makes the embedded database of a stopped server unreadable, so that the next start is without it. */
export function damageDatabase(dataDir: string): void {
  const file = join(dataDir, 'adwarden.db');
  // SQLite would read what it needs from its own log.
  for (const log of ['-wal', '-shm']) rmSync(file + log, { force: true });
  writeFileSync(file, 'this is no database'.repeat(1000));
}

/** Overwrites the pages where a table and its indexes begin, in the embedded database of a stopped server. */
export function damageTable(dataDir: string, table: string): void {
  const file = join(dataDir, 'adwarden.db');
  const db = new DatabaseSync(file);
  db.exec('pragma wal_checkpoint(truncate)');
  const pages = db.prepare('select rootpage from sqlite_schema where tbl_name = ?').all(table);
  const size = Number(db.prepare('pragma page_size').get()?.page_size);
  db.close();
  const handle = openSync(file, 'r+');
  for (const { rootpage } of pages) {
    if (rootpage)
      writeSync(handle, Buffer.alloc(size, 0xab), 0, size, (Number(rootpage) - 1) * size);
  }
  closeSync(handle);
}
