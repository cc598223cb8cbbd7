import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { settingsOfCommand } from '../command-settings.ts';
import { backupDatabase, checkDatabase } from '../db/copies/backup.ts';
import { checksumFile } from '../db/copies/checksum.ts';
import { damagedExit, isDamaged } from '../db/errors.ts';
import { copyOfOffice } from '../processes/copies.ts';

/* npm run backup -- FILE [--force], or -- --check, which only looks whether the database is damaged */

const usage = 'Usage: npm run backup -- FILE [--force], or npm run backup -- --check';

async function makeBackup(name: string, dataDir: string, force: boolean): Promise<void> {
  // npm runs scripts in the project's folder; INIT_CWD is the folder where the command was typed.
  const file = resolve(process.env.INIT_CWD ?? '.', name);
  // The files of a running server may be gone: it still has them open, and saves what they hold.
  const saved = await copyOfOffice(dataDir);
  const bytes = await backupDatabase({ dataDir: saved ?? dataDir, file, force });
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
}

let isCheck = false;
try {
  const { values, positionals } = parseArgs({
    options: {
      force: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  isCheck = values.check;
  const [name, ...more] = positionals;
  if (isCheck ? name || values.force : !name || more.length > 0) throw new Error(usage);
  const { dataDir, postgres } = settingsOfCommand();
  if (postgres) {
    throw new Error('DATABASE_URL is set: back that database up with pg_dump (docs/operate.md).');
  }
  if (name) await makeBackup(name, dataDir, values.force);
  else {
    checkDatabase(dataDir);
    console.log(`No page of the database in ${resolve(dataDir)} is damaged.`);
  }
} catch (error) {
  const { message } = error as Error;
  console.error(isCheck ? message : `No backup was made. ${message}`);
  process.exitCode = isDamaged(error) ? damagedExit : 1;
}
