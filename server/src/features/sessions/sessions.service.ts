import type { Db } from '../../db/schema.ts';
import type { FindActor } from '../../http/actor.ts';
import { AppError } from '../../kit/app-error.ts';
import { loginKey, newBearer, sha256 } from '../../kit/ids.ts';
import type { CheckPassword, PasswordAttempt } from './password-check.service.ts';
import {
  type Account,
  deleteSession,
  findAccount,
  findSession,
  insertSession,
  sweepSessions,
  touchSession,
} from './sessions.store.ts';

export type Sessions = {
  /** Opens a session and answers its bearer token; AppError `wrong-credentials` or `too-many`. */
  signIn(attempt: PasswordAttempt, password: string): Promise<{ token: string; account: Account }>;
  /** Ends the session of a bearer token; one that is over already is no error. */
  signOut(bearer: string): Promise<void>;
  findActor: FindActor;
};

/** One message for both causes, so that nobody learns which accounts exist. */
const wrongCredentials = {
  admin: 'Email or password is wrong',
  user: 'User id or password is wrong',
};

/** Builds the sessions; one ends after `sessionHours` without use, by the database's clock (design, section 4). */
export function createSessions(parts: {
  db: Db;
  checkPassword: CheckPassword;
  sessionHours: number;
}): Sessions {
  const { db, checkPassword } = parts;
  const idle = parts.sessionHours * 3_600_000;

  return {
    async signIn(attempt, password) {
      const { kind } = attempt;
      const account = await findAccount(db, kind, loginKey(attempt.login));
      const isRight = await checkPassword(attempt, password, account?.passwordHash ?? '');
      const token = newBearer();
      const isOpen = isRight && account && (await insertSession(db, kind, account, sha256(token)));
      if (!isOpen) throw new AppError('wrong-credentials', wrongCredentials[kind]);
      await sweepSessions(db, idle);
      return { token, account };
    },

    signOut: (bearer) => deleteSession(db, sha256(bearer)),

    async findActor(bearer, address) {
      const tokenHash = sha256(bearer);
      const session = await findSession(db, tokenHash, idle);
      if (!session) return null;
      const { touch, ...actor } = session;
      if (touch) await touchSession(db, tokenHash);
      return { ...actor, address };
    },
  };
}
