import { parseArgs } from 'node:util';
import { settingsOfCommand } from '../command-settings.ts';
import { heldWords } from '../db/copies/restore.ts';
import { drawEpoch, migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { accountsAfterRestore } from './accounts/accounts.ts';

/* npm run migrate [-- --new-epoch]: migrates the schema without starting a server. Every start does it too. */

try {
  const { values } = parseArgs({
    options: { 'new-epoch': { type: 'boolean', default: false } },
  });
  const { dataDir, postgres } = settingsOfCommand();
  const { db, kind, close } = await openDatabase({ dataDir, postgres });
  try {
    const ran = await migrate(db);
    const what =
      kind === 'postgres' ? 'The database of DATABASE_URL' : `The database in ${dataDir}`;
    for (const name of ran) console.log(`Ran ${name}`);
    console.log(`${what} has this version's schema${ran.length === 0 ? ' already' : ''}.`);
    if (values['new-epoch']) {
      await drawEpoch(db);
      console.log('It has a new epoch: every node that runs on it reads all ads anew.');
      for (const line of [...heldWords, ...(await accountsAfterRestore(db))]) console.log(line);
    }
  } finally {
    await close();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
