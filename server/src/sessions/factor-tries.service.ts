import type { PersonKind } from '@adwarden/contract/people/people';
import { takePasswordTurn } from '../db/commit-order.ts';
import type { Db } from '../db/schema.ts';
import { networkOf } from '../kit/address.ts';
import { AppError } from '../kit/app-error.ts';
import { loginKey } from '../kit/ids.ts';
import { isKnownNetwork } from './known-networks.store.ts';
import { type Attempt, secondsToWait, secondsToWaitToday } from './sign-in-failures.policy.ts';
import {
  ageOfLastStrangers,
  deleteFailure,
  insertFailure,
  recentFailures,
} from './sign-in-failures.store.ts';

/** One try of a second factor. `isShort`: what is tried has few digits, so strangers could guess it within days. */
type FactorTry = {
  kind: PersonKind;
  id: string;
  login: string;
  address: string;
  isShort: boolean;
};

/** Runs the check of a second factor, and limits how many may be wrong: AppError `too-many` (ADR 133). */
export type LimitFactorTries = (what: FactorTry, check: () => Promise<boolean>) => Promise<boolean>;

function refuse(seconds: number): void {
  if (seconds === 0) return;
  const minutes = Math.ceil(seconds / 60);
  const time = minutes > 90 ? `${Math.ceil(minutes / 60)} hours` : `${minutes} min`;
  throw new AppError('too-many', `Too many wrong codes; try again in ${time}`, {
    retryAfter: seconds,
  });
}

/** Builds the limit. As with passwords, a try is stored as a failure before it is checked, and deleted when it was right. */
export function createFactorTries({ db }: { db: Db }): LimitFactorTries {
  return async ({ kind, id: accountId, login, address, isShort }, check) => {
    const network = networkOf(address);
    const attempt: Attempt = {
      kind,
      account: loginKey(login),
      address: network ?? '',
      purpose: 'second-factor',
    };
    const isKnown = network !== null && (await isKnownNetwork(db, { kind, accountId, network }));
    const mustWait = async (at: Db) => {
      refuse(secondsToWait(await recentFailures(at, attempt), attempt, isKnown));
      if (isShort && !isKnown) {
        refuse(secondsToWaitToday(await ageOfLastStrangers(at, attempt, accountId)));
      }
    };
    // The check runs without the lock first, so that a flood of refused tries writes nothing.
    await mustWait(db);
    const failure = await db.transaction().execute(async (tx) => {
      await takePasswordTurn(tx);
      await mustWait(tx);
      return insertFailure(tx, attempt);
    });
    let counts = false;
    try {
      const isRight = await check();
      counts = !isRight;
      return isRight;
    } finally {
      if (!counts) await deleteFailure(db, failure);
    }
  };
}
