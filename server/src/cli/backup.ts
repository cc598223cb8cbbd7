import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backupDatabase } from '../db/copies/backup.ts';
import { checksumFile } from '../db/copies/checksum.ts';
import { copyOfOffice } from '../processes/copies.ts';
import { settingsHere } from '../settings.ts';

/* npm run backup -- FILE [--force] */

try {
  const { values, positionals } = parseArgs({
    options: { force: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [name, ...more] = positionals;
  if (!name || more.length > 0) throw new Error('Usage: npm run backup -- FILE [--force]');
  const { dataDir, postgres } = settingsHere();
  if (postgres) {
    throw new Error('DATABASE_URL is set: back that database up with pg_dump (docs/operate.md).');
  }
  // npm runs scripts in the project's folder; INIT_CWD is the folder where the command was typed.
  const file = resolve(process.env.INIT_CWD ?? '.', name);
  // The files of a running server may be gone: it still has them open, and saves what they hold.
  const saved = await copyOfOffice(dataDir);
  const bytes = await backupDatabase({ dataDir: saved ?? dataDir, file, force: values.force });
  if (saved) {
    console.log(
      `The database in ${dataDir} is gone or was replaced: the running server made this copy.`,
    );
    const key = join(saved, 'secret.key');
    if (existsSync(key)) {
      copyFileSync(key, `${file}.secret.key`);
      console.log(`Its secret key is in ${name}.secret.key: restore both.`);
    }
    rmSync(saved, { recursive: true });
  }
  console.log(
    `Wrote ${file} (${(bytes / 1e6).toFixed(1)} MB), complete and checked, and ${checksumFile(name)}.`,
  );
  console.log(
    'THE BACKUP DOES NOT CONTAIN THE SECRET KEY. Without it, passwords and keys cannot be decrypted:',
  );
  console.log(
    `keep a copy of SECRET_KEY, or of ${resolve(dataDir, 'secret.key')}, somewhere else.`,
  );
} catch (error) {
  console.error(`No backup was made. ${(error as Error).message}`);
  process.exitCode = 1;
}
