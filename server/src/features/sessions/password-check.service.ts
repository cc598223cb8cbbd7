import type { Db } from '../../db/schema.ts';
import { AppError } from '../../kit/app-error.ts';
import { loginKey } from '../../kit/ids.ts';
import { networkOf } from '../../kit/network.ts';
import type { PasswordHasher } from '../../kit/password-hash.ts';
import { type Attempt, secondsToWait } from './sign-in-failures.policy.ts';
import { clearFailures, recentFailures, recordFailure } from './sign-in-failures.store.ts';

/** Whose password is tried: kind, login as typed, and the caller's address. */
export type PasswordAttempt = { kind: 'admin' | 'user'; login: string; address: string };

/**
 * Whether a password is right, where guessing is counted: signing in, and the old password of a change.
 * `passwordHash` is '' for an unknown account. AppError `too-many` after too many failures, without a
 * look at the password (design, section 4 "Sessions").
 */
export type CheckPassword = (
  attempt: PasswordAttempt,
  password: string,
  passwordHash: string,
) => Promise<boolean>;

/** Builds the check over the table of failures. */
export function createPasswordCheck(parts: { db: Db; hasher: PasswordHasher }): CheckPassword {
  const { db, hasher } = parts;
  return async ({ kind, login, address }, password, passwordHash) => {
    const attempt: Attempt = { kind, account: loginKey(login), address: networkOf(address) };
    const failures = await recentFailures(db, attempt);
    const retryAfter = secondsToWait(failures, attempt);
    if (retryAfter > 0) {
      const minutes = Math.ceil(retryAfter / 60);
      const message = `Too many wrong passwords; try again in ${minutes} min`;
      throw new AppError('too-many', message, { retryAfter });
    }

    const isRight = await hasher.verify(password, passwordHash);
    if (!isRight) await recordFailure(db, attempt);
    else if (failures.length > 0) await clearFailures(db, attempt);
    return isRight;
  };
}
