import { limits } from '@adwarden/contract/limits';
import type { PersonKind } from '@adwarden/contract/people/people';

const { windowMinutes, perPair, perAddress, perAccount } = limits.signIn;

/** How long a failure counts, in milliseconds. */
export const failureWindow = windowMinutes * 60_000;

/** One try as failures are counted: account (login key), network ('' when nobody knows it), and purpose. */
export type Attempt = {
  kind: PersonKind;
  account: string;
  address: string;
  purpose: 'sign-in' | 'change';
};

/** A failure that still counts, `age` milliseconds old. */
export type Failure = Omit<Attempt, 'purpose'> & { age: number };

/**
 * Seconds until an attempt may be made, 0 for now: 10 failures in 15 minutes per account and address,
 * 50 per address, 100 per account (ADR 29 "Sessions"). The last limit does not apply to a network from
 * which the account has signed in (`isKnown`); otherwise strangers could lock the owner out. It alone applies to an attempt
 * from nobody knows where: otherwise everybody behind a proxy that names nobody would be one. `failures` are of one
 * purpose, the newest first.
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
