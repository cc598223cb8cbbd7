import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { settingsOfCommand } from '../command-settings.ts';
import { keyFile, readKeyFile } from '../composition/secret-key.ts';
import { moveToPostgres } from '../db/moving/move-to-postgres.ts';
import type { Settings } from '../settings.ts';

/* npm run move-to-postgres: copies the embedded database of DATA_DIR into the empty database of DATABASE_URL. */

/** Refuses another secret key, because the nodes could not decrypt the copied secrets. */
async function refuseOtherKey({ dataDir, secretKey, oldSecretKeys }: Settings): Promise<void> {
  const file = keyFile(dataDir);
  if (!existsSync(file)) return;
  const own = await readKeyFile(file);
  if ([secretKey, ...oldSecretKeys].some((key) => key?.equals(own))) return;
  throw new Error(
    `SECRET_KEY is not the key in ${resolve(file)}: set it to that key, or add that key to SECRET_KEYS_OLD.`,
  );
}

try {
  if (process.argv.length > 2) throw new Error('Usage: npm run move-to-postgres');
  const settings = settingsOfCommand();
  const { dataDir, postgres } = settings;
  if (!postgres) throw new Error('DATABASE_URL must be set to the new database.');
  await refuseOtherKey(settings);
  const tell = (line: string) => console.log(line);
  const { tables, notAnalyzed } = await moveToPostgres({ dataDir, postgres, tell });
  console.log('\nCounted and compared on both sides, every row:\n');
  for (const { table, rows, digest } of tables) {
    console.log(`  ${table.padEnd(18)} ${String(rows).padStart(9)}  sha256 ${digest.slice(0, 16)}`);
  }
  console.log(`
Moved ${resolve(dataDir)} into the database of DATABASE_URL. What remains:
  - start every node with this DATABASE_URL and this SECRET_KEY (the same on all; SECRET_KEYS_OLD too);
  - give them the other settings that were in use, such as PUBLIC_URL and TRUST_PROXY;
  - back up with pg_dump from now on (docs/operate.md);
  - keep the old database until you are content: it was not changed. Start no server on it.`);
  if (notAnalyzed !== null) {
    console.error(`Everything was moved, but PostgreSQL could not gather statistics: ${notAnalyzed}
Run \`analyze\` in the new database, or its lists are slow until it does so by itself.`);
  }
} catch (error) {
  console.error(`Nothing was moved. ${(error as Error).message}`);
  process.exitCode = 1;
}
