import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { resealGlobalKeys } from '../features/global-config/global-config.reseal.service.ts';
import { resealPasswords } from '../features/users/users.reseal.service.ts';
import { createSeal, type Renewal } from '../kit/seal.ts';
import { loadSecretKey } from '../secret-key.ts';
import { settingsHere } from '../settings.ts';

/* npm run reseal: encrypts all secrets with SECRET_KEY, so that SECRET_KEYS_OLD can be removed. The server may run. */

function told(what: string, { renewed, current, lost }: Renewal): string {
  const unreadable = lost > 0 ? `, ${lost} cannot be opened by any key given` : '';
  return `${what}: ${renewed} sealed anew, ${current} were already${unreadable}`;
}

try {
  if (process.argv.length > 2) throw new Error('Usage: npm run reseal');
  const { dataDir, postgres, secretKey, oldSecretKeys } = settingsHere();
  const seal = createSeal(await loadSecretKey(secretKey, dataDir), oldSecretKeys);
  const { db, close } = await openDatabase({ dataDir, postgres });
  try {
    await migrate(db);
    const passwords = await resealPasswords(db, seal);
    const keys = await resealGlobalKeys(db, seal);
    console.log(told('Copies of passwords', passwords));
    console.log(told('Global keys', keys));
    if (passwords.lost + keys.lost > 0) {
      throw new Error(
        'Do not change SECRET_KEYS_OLD: the key of some of these values is not in it.',
      );
    }
    console.log('Nothing needs SECRET_KEYS_OLD any more.');
  } finally {
    await close();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
