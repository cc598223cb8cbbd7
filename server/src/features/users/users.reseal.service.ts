import type { Db } from '../../db/schema.ts';
import type { Renewal, Seal } from '../../kit/seal.ts';
import { sealPurpose } from './users.passwords.service.ts';
import { replaceSealedPassword, sealedPasswordsAfter } from './users.store.ts';

/** The number of copies that are read at a time. */
const batch = 500;

/** Seals the copies of all passwords with the current key, except a copy that somebody changes at the same time. */
export async function resealPasswords(db: Db, seal: Seal): Promise<Renewal> {
  const done: Renewal = { renewed: 0, current: 0, lost: 0 };
  let last = '';
  for (;;) {
    const rows = await sealedPasswordsAfter(db, last, batch);
    for (const row of rows) {
      const renewed = seal.renew(row.passwordSealed, sealPurpose(row.id));
      if (renewed === null) done.lost += 1;
      else if (renewed === row.passwordSealed) done.current += 1;
      else {
        await replaceSealedPassword(db, row, renewed);
        done.renewed += 1;
      }
      last = row.id;
    }
    if (rows.length < batch) return done;
  }
}
