import { takePasswordTurn } from '../db/commit-order.ts';
import type { Db } from '../db/schema.ts';
import { networkOf } from '../kit/address.ts';
import { AppError } from '../kit/app-error.ts';
import { type Attempt, secondsToWait } from './sign-in-failures.policy.ts';
import { insertFailure, recentFailures } from './sign-in-failures.store.ts';

/**
 * Finds the target of a link. A link without a target counts like a wrong password; after too many of them, nothing is looked up:
 * AppError `too-many` (ADR 120).
 */
export type LimitTries = <T>(
  attempt: { address: string; hash: string },
  find: () => Promise<T | undefined>,
) => Promise<T | undefined>;

function refuse(seconds: number): void {
  if (seconds === 0) return;
  const message = `Too many links that are not valid; try again in ${Math.ceil(seconds / 60)} min`;
  throw new AppError('too-many', message, { retryAfter: seconds });
}

/**
 * Builds the limit of tries. The account of an invalid link is not known, so each try is counted by the link's hash, and by the
 * network.
 */
export function createLimitTries({ db }: { db: Db }): LimitTries {
  return async ({ address, hash }, find) => {
    const attempt: Attempt = {
      kind: 'user',
      account: hash,
      address: networkOf(address) ?? '',
      purpose: 'invitation',
    };
    // The check runs without the lock first, so that a flood of refused tries writes nothing.
    refuse(secondsToWait(await recentFailures(db, attempt), attempt, false));
    const found = await find();
    if (found !== undefined) return found;
    await db.transaction().execute(async (tx) => {
      await takePasswordTurn(tx);
      refuse(secondsToWait(await recentFailures(tx, attempt), attempt, false));
      await insertFailure(tx, attempt);
    });
    return undefined;
  };
}
