import type { Db } from '../../db/schema.ts';
import type { Renewal, Seal } from '../../kit/seal.ts';
import { sealedSettings, sealPurpose } from './global-config.present.ts';
import { readGlobalSettings, replaceGlobalSetting } from './global-config.store.ts';

/** Seals the global keys with the current key, except a key that somebody changes at the same time. */
export async function resealGlobalKeys(db: Db, seal: Seal): Promise<Renewal> {
  const done: Renewal = { renewed: 0, current: 0, lost: 0 };
  const stored = await readGlobalSettings(db);
  for (const name of sealedSettings) {
    const sealed = stored.get(name) ?? '';
    if (sealed === '') continue;
    const renewed = seal.renew(sealed, sealPurpose(name));
    if (renewed === null) done.lost += 1;
    else if (renewed === sealed) done.current += 1;
    else {
      await replaceGlobalSetting(db, name, sealed, renewed);
      done.renewed += 1;
    }
  }
  return done;
}
