import { limits } from '@adwarden/contract/limits';
import type { PersonKind } from '@adwarden/contract/people/people';

const { windowMinutes, perPair, perAddress, perAccount } = limits.signIn;

/** Milliseconds for which a failure counts. */
export const failureWindow = windowMinutes * 60_000;

/**
 * A try as failures are counted: account (login key; the hash of the token of an invitation), network ('' when unknown), and
 * purpose.
 */
export type Attempt = {
  kind: PersonKind;
  account: string;
  address: string;
  purpose: 'sign-in' | 'change' | 'invitation';
};

/** A failure that still counts, `age` milliseconds old. */
export type Failure = Omit<Attempt, 'purpose'> & { age: number };

/**
 * Returns the seconds until an attempt may be made, 0 for now: 10 failures in 15 minutes per account and address, 50 per address,
 * 100 per account (ADR 29 "Sessions"). The last limit does not apply to a network from which the account has signed in
 * (`isKnown`); otherwise strangers could lock the owner out. For an attempt from an unknown network, only the last limit applies:
 * otherwise everybody behind a proxy that passes on no address would count as one. `failures` are of one purpose, the newest
 * first.
 */
export function secondsToWait(
  failures: readonly Failure[],
  attempt: Attempt,
  isKnown: boolean,
): number {
  const sameAddress = ({ address }: Failure) => address !== '' && address === attempt.address;
  const sameAccount = (failure: Failure) =>
    failure.kind === attempt.kind && failure.account === attempt.account;

  const wait = (limit: number, counts: (failure: Failure) => boolean) => {
    const decisive = failures.filter(counts)[limit - 1];
    return decisive ? failureWindow - decisive.age : 0;
  };
  const milliseconds = Math.max(
    0,
    wait(perPair, (failure) => sameAccount(failure) && sameAddress(failure)),
    wait(perAddress, sameAddress),
    isKnown ? 0 : wait(perAccount, sameAccount),
  );
  return Math.ceil(milliseconds / 1000);
}
