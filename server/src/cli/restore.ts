import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checksumFile } from '../db/copies/checksum.ts';
import { heldWords, restoreDatabase } from '../db/copies/restore.ts';
import { settingsHere } from '../settings.ts';

/* npm run restore -- FILE */

try {
  const [name, ...more] = parseArgs({ allowPositionals: true }).positionals;
  if (!name || more.length > 0) throw new Error('Usage: npm run restore -- FILE');
  const { dataDir, postgres } = settingsHere();
  if (postgres) {
    throw new Error(
      'DATABASE_URL is set: use pg_restore, then npm run migrate -- --new-epoch (docs/operate.md).',
    );
  }
  // npm runs scripts in the project's folder; INIT_CWD is the folder where the command was typed.
  const file = resolve(process.env.INIT_CWD ?? '.', name);
  const { kept, hadChecksum } = await restoreDatabase({ dataDir, file });
  console.log(`Restored ${file} into ${resolve(dataDir)}.`);
  if (!hadChecksum) {
    console.log(`There is no ${checksumFile(file)}, so the file could not be compared with it.`);
  }
  if (kept) console.log(`The database that was there is kept as ${kept}.`);
  console.log(heldWords);
  console.log(
    'Start the server with the SECRET_KEY (or secret.key) that was in use when it was made.',
  );
} catch (error) {
  console.error(`Nothing was restored. ${(error as Error).message}`);
  process.exitCode = 1;
}
