import type { Db } from '../../db/schema.ts';
import type { Renewal, Seal } from '../../kit/seal.ts';
import { type FactorRow, replaceSealedFactor, sealedFactorsAfter } from './factors.store.ts';

type Place = Pick<FactorRow, 'id' | 'kind' | 'accountId'>;

/** The purpose of a sealed secret: it opens for this account and this factor only. */
const purposeOf = ({ id, kind, accountId }: Place): string => `factor:${kind}:${accountId}:${id}`;

/** Seals the secret of a factor. */
export const sealSecret = (seal: Seal, place: Place, secret: string): string =>
  seal.close(secret, purposeOf(place));

/** Returns the secret of a factor; null when its key is missing. */
export const openSecret = (seal: Seal, row: Place & Pick<FactorRow, 'secretSealed'>) =>
  seal.open(row.secretSealed, purposeOf(row));

/** The number of secrets that are read at a time. */
const batch = 500;

async function* allFactors(db: Db) {
  let last = '';
  for (;;) {
    const rows = await sealedFactorsAfter(db, last, batch);
    yield* rows;
    if (rows.length < batch) return;
    last = rows.at(-1)?.id ?? '';
  }
}

/** Seals the secrets of all authenticator apps with the current key. */
export async function resealFactors(db: Db, seal: Seal): Promise<Renewal> {
  const done: Renewal = { renewed: 0, current: 0, lost: 0 };
  for await (const row of allFactors(db)) {
    const renewed = seal.renew(row.secretSealed, purposeOf(row));
    if (renewed === null) done.lost += 1;
    else if (renewed === row.secretSealed) done.current += 1;
    else {
      await replaceSealedFactor(db, row.id, renewed);
      done.renewed += 1;
    }
  }
  return done;
}

/** Counts the authenticator apps whose secrets cannot be opened: their codes are refused. */
export async function countLostFactors(db: Db, seal: Seal): Promise<number> {
  let lost = 0;
  for await (const row of allFactors(db)) if (openSecret(seal, row) === null) lost += 1;
  return lost;
}
