import type { Db } from '../../db/schema.ts';
import type { Renewal, Seal } from '../../kit/seal.ts';
import { type Grant, grantsAfter, replaceSealedGrant } from './single-sign-on.grants.store.ts';

type Place = Pick<Grant, 'session' | 'kind' | 'accountId'>;

/** The purpose of a sealed refresh token: it opens for this account and this session only. */
const purposeOf = ({ session, kind, accountId }: Place): string =>
  `oidc-refresh:${kind}:${accountId}:${session}`;

/** Seals the refresh token of a session. */
export const sealToken = (seal: Seal, place: Place, token: string): string =>
  seal.close(token, purposeOf(place));

/** Returns the refresh token of a session; null when its key is missing. */
export const openToken = (seal: Seal, grant: Place & Pick<Grant, 'sealed'>): string | null =>
  seal.open(grant.sealed, purposeOf(grant));

/** The number of tokens that are read at a time. */
const batch = 500;

async function* allGrants(db: Db) {
  let last = '';
  for (;;) {
    const rows = await grantsAfter(db, last, batch);
    yield* rows;
    if (rows.length < batch) return;
    last = rows.at(-1)?.session ?? '';
  }
}

/** Seals all refresh tokens with the current key. */
export async function resealTokens(db: Db, seal: Seal): Promise<Renewal> {
  const done: Renewal = { renewed: 0, current: 0, lost: 0 };
  for await (const grant of allGrants(db)) {
    const renewed = seal.renew(grant.sealed, purposeOf(grant));
    if (renewed === null) done.lost += 1;
    else if (renewed === grant.sealed) done.current += 1;
    else {
      await replaceSealedGrant(db, grant, renewed);
      done.renewed += 1;
    }
  }
  return done;
}

/** Counts the sessions whose refresh tokens cannot be opened: the provider cannot be asked about them. */
export async function countLostTokens(db: Db, seal: Seal): Promise<number> {
  let lost = 0;
  for await (const grant of allGrants(db)) if (openToken(seal, grant) === null) lost += 1;
  return lost;
}
