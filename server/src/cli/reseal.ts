import { parseArgs } from 'node:util';
import { settingsOfCommand } from '../command-settings.ts';
import { loadSeal, opensValue, resealValue } from '../composition/secret-key.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { resealFactors } from '../features/factors/factors.sealing.service.ts';
import { resealGlobalKeys } from '../features/global-config/global-config.reseal.service.ts';
import { resealTokens } from '../features/single-sign-on/single-sign-on.sealing.service.ts';
import { resealPasswords } from '../features/users/users.reseal.service.ts';
import type { Renewal } from '../kit/seal.ts';
import { channels } from '../notifications/channels.ts';

/*
 * npm run reseal [-- --lost]: encrypts all secrets with SECRET_KEY, so that SECRET_KEYS_OLD can be removed. The server
 * may run. With --lost, the server starts with SECRET_KEY from then on, although it does not open all secrets.
 */

function told(what: string, { renewed, current, lost }: Renewal): string {
  const unreadable = lost > 0 ? `, ${lost} cannot be opened by any key given` : '';
  return `${what}: ${renewed} sealed anew, ${current} were already${unreadable}`;
}

try {
  const { lost: acceptsLost } = parseArgs({
    options: { lost: { type: 'boolean', default: false } },
  }).values;
  const settings = settingsOfCommand();
  const { db, close } = await openDatabase(settings);
  try {
    await migrate(db);
    const seal = await loadSeal(settings, acceptsLost ? null : db);
    const passwords = await resealPasswords(db, seal);
    const keys = await resealGlobalKeys(db, seal);
    console.log(told('Copies of passwords', passwords));
    console.log(told('Global keys', keys));
    let lostByChannels = 0;
    for (const { sealed } of channels) {
      if (!sealed) continue;
      const renewal = await sealed.reseal(db, seal);
      console.log(told(sealed.what, renewal));
      lostByChannels += renewal.lost;
    }
    const factors = await resealFactors(db, seal);
    console.log(told('Second factors', factors));
    const tokens = await resealTokens(db, seal);
    console.log(told('Refresh tokens', tokens));
    const lost = passwords.lost + keys.lost + lostByChannels + factors.lost + tokens.lost;
    const isLost = lost > 0 || !(await opensValue(db, seal));
    if (isLost && !acceptsLost) {
      throw new Error(
        'Do not change SECRET_KEYS_OLD: the key of some secrets is not in it. If it is lost, add --lost.',
      );
    }
    await resealValue(db, seal);
    console.log(
      isLost
        ? 'The server starts with this key from now on. What it cannot open is shown as "Hidden": set it again.'
        : 'Nothing needs SECRET_KEYS_OLD any more.',
    );
  } finally {
    await close();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
