import type { Db } from '../../../db/schema.ts';
import type { Renewal, Seal } from '../../../kit/seal.ts';
import { replaceSealed, sealedWebhooks } from './webhooks.store.ts';
import { sealPurpose } from './webhooks.table.ts';

/** Seals URLs and secrets of all webhooks with the current key, except one that somebody changes at the same time. */
export async function resealWebhooks(db: Db, seal: Seal): Promise<Renewal> {
  const done: Renewal = { renewed: 0, current: 0, lost: 0 };
  for (const row of await sealedWebhooks(db)) {
    const renewed = seal.renew(row.sealed, sealPurpose(row.id));
    if (renewed === null) done.lost += 1;
    else if (renewed === row.sealed) done.current += 1;
    else {
      await replaceSealed(db, row, renewed);
      done.renewed += 1;
    }
  }
  return done;
}
