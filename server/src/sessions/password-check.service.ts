import { limits } from '@adwarden/contract/limits';
import type { PersonKind } from '@adwarden/contract/people/people';
import { takePasswordTurn } from '../db/commit-order.ts';
import type { Db } from '../db/schema.ts';
import { networkOf } from '../kit/address.ts';
import { AppError } from '../kit/app-error.ts';
import { loginKey } from '../kit/ids.ts';
import type { PasswordHasher } from '../kit/password-hash.ts';
import { isKnownNetwork, rememberNetwork } from './known-networks.store.ts';
import { type Attempt, secondsToWait } from './sign-in-failures.policy.ts';
import {
  clearFailures,
  deleteFailure,
  insertFailure,
  recentFailures,
} from './sign-in-failures.store.ts';

/** One try: the kind of account, the login as typed, the caller's address, and the purpose. */
export type PasswordAttempt = {
  kind: PersonKind;
  login: string;
  address: string;
  purpose: Attempt['purpose'];
};

/**
 * The fields of an account that a password check needs; undefined if there is no account with this login. `hasSecondStep`: a
 * sign-in is not complete with the password, so its failures stay, and its network is not remembered.
 */
type CheckedAccount = { id: string; passwordHash: string; hasSecondStep?: boolean } | undefined;

/**
 * Tells whether a password is right, where guessing must be limited: for signing in and for changing a password. AppError
 * `too-many` after too many failures; then the password is not checked (ADR 29 "Sessions").
 */
export type CheckPassword = (
  attempt: PasswordAttempt,
  password: string,
  account: CheckedAccount,
) => Promise<boolean>;

function refuse(seconds: number): void {
  if (seconds === 0) return;
  const message = `Too many wrong passwords; try again in ${Math.ceil(seconds / 60)} min`;
  throw new AppError('too-many', message, { retryAfter: seconds });
}

/**
 * The most passwords of one account and network that are checked at once, so that the queue of the hasher has room for others.
 * The stored tries do not bound that: a right password also deletes tries that are still being checked.
 */
const { perPair: mostAtOnce } = limits.signIn;

/**
 * Builds the check. Every try is stored as a failure before the password is checked, and deleted when the
 * password was right. So simultaneous tries cannot exceed the limits, on any number of nodes.
 */
export function createPasswordCheck(deps: { db: Db; hasher: PasswordHasher }): CheckPassword {
  const { db, hasher } = deps;

  /** Stores this try as a failure and returns the failure's id; AppError `too-many`. */
  function reserve(attempt: Attempt, isKnown: boolean): Promise<number> {
    return db.transaction().execute(async (tx) => {
      await takePasswordTurn(tx);
      refuse(secondsToWait(await recentFailures(tx, attempt), attempt, isKnown));
      return insertFailure(tx, attempt);
    });
  }

  const checking = new Map<string, number>();
  /** Runs the work unless too many tries of this account and network are being checked; AppError `too-many`. */
  async function besideOthers<T>({ kind, account, address }: Attempt, work: () => Promise<T>) {
    const pair = JSON.stringify([kind, account, address]);
    const atOnce = checking.get(pair) ?? 0;
    if (atOnce >= mostAtOnce) {
      throw new AppError('too-many', 'Too many sign-ins at once', { retryAfter: 3 });
    }
    checking.set(pair, atOnce + 1);
    try {
      return await work();
    } finally {
      const left = (checking.get(pair) ?? 1) - 1;
      if (left === 0) checking.delete(pair);
      else checking.set(pair, left);
    }
  }

  return async ({ kind, login, address, purpose }, password, account) => {
    const network = networkOf(address);
    const attempt: Attempt = { kind, account: loginKey(login), address: network ?? '', purpose };
    const known = network === null ? null : { kind, accountId: account?.id ?? '', network };
    const isKnown = known !== null && (await isKnownNetwork(db, known));
    // The check runs without the lock first, so that a flood of refused tries writes nothing.
    refuse(secondsToWait(await recentFailures(db, attempt), attempt, isKnown));
    hasher.mustHaveRoom();

    return besideOthers(attempt, async () => {
      const id = await reserve(attempt, isKnown);
      let isRight: boolean;
      try {
        isRight = await hasher.verify(password, account?.passwordHash ?? '');
      } catch (error) {
        await deleteFailure(db, id);
        throw error;
      }
      if (!isRight) return false;
      if (purpose === 'sign-in' && account?.hasSecondStep) {
        await deleteFailure(db, id);
        return true;
      }
      await clearFailures(db, attempt);
      if (purpose === 'sign-in' && known) await rememberNetwork(db, known);
      return true;
    });
  };
}
