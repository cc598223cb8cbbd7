import { limits } from '@adwarden/contract/limits';
import type { PersonKind } from '@adwarden/contract/people/people';
import { dayMs } from '../kit/clock.ts';

const { windowMinutes } = limits.signIn;
const unlimited = Number.POSITIVE_INFINITY;
type Most = { perPair: number; perAddress: number; perAccount: number };
const ofPasswords: Most = limits.signIn;
/**
 * The most failures of each purpose. Those of a second factor have a limit of their own for strangers, in place of `perAccount`. Of
 * passkeys, only networks are counted: nobody guesses one.
 */
const mostOf: Record<Attempt['purpose'], Most> = {
  'sign-in': ofPasswords,
  change: ofPasswords,
  invitation: ofPasswords,
  'second-factor': { ...limits.secondFactor, perAccount: unlimited },
  passkey: { ...limits.passkeys, perPair: unlimited, perAccount: unlimited },
};

/** Milliseconds for which a failure counts. */
export const failureWindow = windowMinutes * 60_000;
/** Milliseconds for which a failure of a second factor counts against strangers. */
export const strangersWindow = dayMs;

/**
 * A try as failures are counted: account (login key; the hash of the token of an invitation), network ('' when unknown), and
 * purpose.
 */
export type Attempt = {
  kind: PersonKind;
  account: string;
  address: string;
  purpose: 'sign-in' | 'change' | 'invitation' | 'second-factor' | 'passkey';
};

/** A failure that still counts, `age` milliseconds old. */
export type Failure = Omit<Attempt, 'purpose'> & { age: number };

/**
 * Returns the seconds until an attempt may be made, 0 for now: 10 failures in 15 minutes per account and address, 50 per address,
 * 100 per account (ADR 29 "Sessions"). The last limit does not apply to a network from which the account has signed in
 * (`isKnown`); otherwise strangers could lock the owner out. For an attempt from an unknown network, only the last limit applies:
 * otherwise everybody behind a proxy that passes on no address would count as one. `failures` are of one purpose, the newest
 * first. For a second factor: 10 per account and address, 60 per address. For a passkey: 60 per address.
 */
export function secondsToWait(
  failures: readonly Failure[],
  attempt: Attempt,
  isKnown: boolean,
): number {
  const { perPair, perAddress, perAccount } = mostOf[attempt.purpose];
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

/**
 * Returns the seconds until a stranger may try a code again, 0 for now: 20 wrong ones a day from networks that the account does not
 * know (ADR 133). `age` is that of the 20th newest of these, in milliseconds; null when there are fewer.
 */
export const secondsToWaitToday = (age: number | null): number =>
  age === null ? 0 : Math.max(0, Math.ceil((strangersWindow - age) / 1000));
