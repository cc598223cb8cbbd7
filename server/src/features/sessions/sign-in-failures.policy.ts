import { limits } from '@adwarden/contract/limits';

const { windowMinutes, perPair, perAddress, perAccount } = limits.signIn;

/** How long a failure counts, in milliseconds. */
export const failureWindow = windowMinutes * 60_000;

/** Whose password is tried from where, as failures are counted: login key and network. */
export type Attempt = { kind: 'admin' | 'user'; account: string; address: string };

/** A failure that still counts, `age` milliseconds old. */
export type Failure = Attempt & { age: number };

/**
 * Seconds until an attempt may be made, 0 for now: 10 failures in 15 minutes per account and address,
 * 50 per address, 100 per account (design, section 4 "Sessions"). Failures come newest first.
 */
export function secondsToWait(failures: readonly Failure[], attempt: Attempt): number {
  const sameAddress = (failure: Failure) => failure.address === attempt.address;
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
    wait(perAccount, sameAccount),
  );
  return Math.ceil(milliseconds / 1000);
}
