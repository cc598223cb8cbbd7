import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes the embedded database of a stopped server unreadable, so that the next start is without it. */
export function damageDatabase(dataDir: string): void {
  const file = join(dataDir, 'adwarden.db');
  // SQLite would read what it needs from its own log.
  for (const log of ['-wal', '-shm']) rmSync(file + log, { force: true });
  writeFileSync(file, 'this is no database'.repeat(1000));
}
