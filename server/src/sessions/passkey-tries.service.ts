import { takePasswordTurn } from '../db/commit-order.ts';
import type { Db } from '../db/schema.ts';
import { networkOf } from '../kit/address.ts';
import { AppError } from '../kit/app-error.ts';
import { type Attempt, secondsToWait } from './sign-in-failures.policy.ts';
import { deleteFailure, insertFailure, recentFailures } from './sign-in-failures.store.ts';

/** Limits sign-ins with passkeys by their network only (ADR 141). */
export type LimitPasskeys = ReturnType<typeof createPasskeyTries>;

function refuse(seconds: number): void {
  if (seconds === 0) return;
  const message = `Too many sign-ins with passkeys; try again in ${Math.ceil(seconds / 60)} min`;
  throw new AppError('too-many', message, { retryAfter: seconds });
}

/** Builds the limit. A try is stored before it is known whether it succeeds, and deleted when it did. */
export function createPasskeyTries({ db }: { db: Db }) {
  /** Stores a try and returns its id; null for an unknown network, which is not counted. AppError `too-many`. */
  async function reserve(address: string): Promise<number | null> {
    const network = networkOf(address);
    if (network === null) return null;
    const attempt: Attempt = { kind: 'user', account: '', address: network, purpose: 'passkey' };
    // The check runs without the lock first, so that a flood of refused tries writes nothing.
    refuse(secondsToWait(await recentFailures(db, attempt), attempt, false));
    return db.transaction().execute(async (tx) => {
      await takePasswordTurn(tx);
      refuse(secondsToWait(await recentFailures(tx, attempt), attempt, false));
      return insertFailure(tx, attempt);
    });
  }

  async function forget(attempt: number | null): Promise<void> {
    if (attempt !== null) await deleteFailure(db, attempt);
  }

  return {
    /** Counts a sign-in that begins with a passkey; returns what `forget` takes. AppError `too-many`. */
    begin: reserve,

    /** Runs a check, and limits how many may be wrong. AppError `too-many`. */
    async check(address: string, check: () => Promise<boolean>): Promise<boolean> {
      const attempt = await reserve(address);
      let counts = false;
      try {
        const isRight = await check();
        counts = !isRight;
        return isRight;
      } finally {
        if (!counts) await forget(attempt);
      }
    },

    /** Counts a sign-in no longer, because it is complete. */
    forget,
  };
}
