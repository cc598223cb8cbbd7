import type { AgainAsked } from '@adwarden/contract/envelope';
import { limits } from '@adwarden/contract/limits';
import type { PersonKind } from '@adwarden/contract/people/people';
import type { Db, Tx } from '../../db/schema.ts';
import type { Actor, MustBeConfirmed } from '../../http/actor.ts';
import { AppError } from '../../kit/app-error.ts';
import { newBearer, sha256 } from '../../kit/ids.ts';
import type { SignInWay } from '../../people/sign-in-rules.ts';
import {
  type Account,
  type Life,
  renewSession,
  useFactorWrite,
} from '../../sessions/sessions.store.ts';

const recentMs = limits.confirming.minutes * 60_000;

const over = () => new AppError('not-signed-in', 'Please sign in', { extra: { token: false } });

/** Makes the question for a session: a ticket, and what answers it. */
export type AskAgain = (
  who: Pick<Actor, 'kind'> & { session: string; forFactors: boolean },
  account: Account,
) => Promise<AgainAsked>;

/** Builds the check of calls that ask again who somebody is (ADR 136). */
export function createMustBeConfirmed({
  db,
  find,
  askAgain,
}: {
  db: Db;
  /** Finds the account with this id, if somebody can sign in with it. */
  find: (kind: PersonKind, id: string, way: SignInWay) => Promise<Account | undefined>;
  askAgain: AskAgain;
}): MustBeConfirmed {
  return async (actor, asks) => {
    const { kind, id, session, confirmedAgo = Number.POSITIVE_INFINITY } = actor;
    // No API key reaches such a call; the contract's test says so.
    if (session === undefined) throw new AppError('forbidden', 'Not with an API key');
    if (asks === 'always') {
      if (actor.mustSetUp?.includes('secondFactor')) return;
      if (await useFactorWrite(db, session)) return;
      // A clock that was set back makes no answer last longer.
    } else if (confirmedAgo >= 0 && confirmedAgo < recentMs) return;
    // A password that has ended does not matter in an open session.
    const account = await find(kind, id, { by: 'oidc', isStrong: false });
    if (!account) throw over();
    const again = await askAgain({ kind, session, forFactors: asks === 'always' }, account);
    throw new AppError('forbidden', 'Please confirm that it is you', { extra: { again } });
  };
}

/** Gives the session of a bearer token another token, and returns that. AppError `not-signed-in` when the session has ended. */
export type RenewToken = (tx: Tx, bearer: string, forFactors: boolean) => Promise<string>;

/** Builds the renewal of a session whose person has confirmed that it is them. */
export const createRenewToken =
  ({ life }: { life: Life }): RenewToken =>
  async (tx, bearer, forFactors) => {
    const token = newBearer();
    const renewed = { tokenHash: sha256(bearer), next: sha256(token), forFactors };
    if (!(await renewSession(tx, renewed, life))) throw over();
    return token;
  };
