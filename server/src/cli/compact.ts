import { resolve } from 'node:path';
import { settingsOfCommand } from '../command-settings.ts';
import { compactDatabase } from '../db/copies/compact.ts';

/* npm run compact: writes the embedded database anew without its empty pages, while the server is stopped. */

try {
  if (process.argv.length > 2) throw new Error('Usage: npm run compact');
  const { dataDir, postgres } = settingsOfCommand();
  if (postgres) {
    throw new Error(
      'DATABASE_URL is set: PostgreSQL uses the room of what is deleted again (autovacuum).',
    );
  }
  const { before, after } = await compactDatabase(dataDir);
  const inMb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(
    `The database in ${resolve(dataDir)} had ${inMb(before)}, and has ${inMb(after)} now.`,
  );
  console.log('From now on it gives room back by itself.');
} catch (error) {
  console.error(`Nothing was changed. ${(error as Error).message}`);
  process.exitCode = 1;
}
