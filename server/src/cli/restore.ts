import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { counted } from '@adwarden/contract/counted';
import { settingsOfCommand } from '../command-settings.ts';
import { stateOfKey } from '../composition/secret-key.ts';
import { type BackupContent, readBackup } from '../db/copies/check.ts';
import { checksumFile } from '../db/copies/checksum.ts';
import { heldWords, restoreDatabase } from '../db/copies/restore.ts';
import { missingMigrations } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { momentInWords } from '../kit/clock.ts';
import type { Settings } from '../settings.ts';
import { accountsAfterRestore } from './accounts/accounts.ts';

/* npm run restore -- FILE [--check]: restores a backup, or only says what it holds. */

const noChecksum = (file: string) =>
  `There is no ${checksumFile(file)}, so the file could not be compared with it.`;

/** Says whether the secret key of this folder opens the secrets in the backup. */
async function aboutKey(settings: Settings, sealed: string): Promise<string> {
  const { name, state } = await stateOfKey(settings, sealed);
  if (state === 'opens') return `${name} opens its secrets.`;
  return state === 'missing'
    ? `There is no SECRET_KEY and no ${name}, so nobody knows whether its secrets can be opened here.`
    : `${name} DOES NOT OPEN ITS SECRETS: they need the key that was in use when it was made.`;
}

function aboutContent(file: string, content: BackupContent): string[] {
  const { bytes, apps, users, admins, entries, lastChangeAt, schema, madeBy } = content;
  const last = lastChangeAt === null ? '' : `, the last one of ${momentInWords(lastChangeAt)}`;
  return [
    `${file} is a whole backup of ${(bytes / 1e6).toFixed(1)} MB. It holds:`,
    `- ${counted(apps, 'application')}, ${counted(users, 'user')}, ${counted(admins, 'administrator')}`,
    `- ${counted(entries, 'entry', 'entries')} of the log of changes${last}`,
    `- the schema ${schema}${madeBy && `, made by Adwarden ${madeBy}`}`,
    ...(content.hadChecksum ? [] : [noChecksum(file)]),
  ];
}

/** Says who may sign in to the restored database. Only a server changes its schema, so an older one is not read. */
async function aboutAccounts(dataDir: string): Promise<string[]> {
  const { db, close } = await openDatabase({ dataDir });
  try {
    if ((await missingMigrations(db)).length === 0) return await accountsAfterRestore(db);
    return [
      'The backup is of an older version: npm run admin -- list brings it to this one, and says who may sign in.',
    ];
  } finally {
    await close();
  }
}

/** The restore has happened, whatever keeps its result from being read. */
const notRead = (error: Error) => [`Who may sign in could not be read: ${error.message}`];

let isCheck = false;
try {
  const { values, positionals } = parseArgs({
    options: { check: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  isCheck = values.check;
  const [name, ...more] = positionals;
  if (!name || more.length > 0) throw new Error('Usage: npm run restore -- FILE [--check]');
  const settings = settingsOfCommand();
  const { dataDir, postgres } = settings;
  if (postgres) {
    throw new Error(
      'DATABASE_URL is set: use pg_restore, then npm run migrate -- --new-epoch (docs/operate.md).',
    );
  }
  // npm runs scripts in the project's folder; INIT_CWD is the folder where the command was typed.
  const file = resolve(process.env.INIT_CWD ?? '.', name);
  if (isCheck) {
    const content = await readBackup(file);
    for (const line of aboutContent(file, content)) console.log(line);
    console.log(await aboutKey(settings, content.sealed));
  } else {
    const { kept, hadChecksum } = await restoreDatabase({ dataDir, file });
    console.log(`Restored ${file} into ${resolve(dataDir)}.`);
    if (!hadChecksum) console.log(noChecksum(file));
    if (kept) console.log(`The database that was there is kept as ${kept}.`);
    for (const line of heldWords) console.log(line);
    for (const line of await aboutAccounts(dataDir).catch(notRead)) console.log(line);
    console.log(
      'Start the server with the SECRET_KEY (or secret.key) that was in use when it was made.',
    );
  }
} catch (error) {
  const { message } = error as Error;
  console.error(isCheck ? message : `Nothing was restored. ${message}`);
  process.exitCode = 1;
}
