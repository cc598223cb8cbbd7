import type { SecondFactorAsked } from '@adwarden/contract/envelope';
import type { Db } from '../../db/schema.ts';
import type { Actor, FindActor } from '../../http/actor.ts';
import type { OpenAnswer, StillOpen } from '../../http/open-answers.ts';
import type { Origin } from '../../http/origin.ts';
import { networkOf } from '../../kit/address.ts';
import { AppError } from '../../kit/app-error.ts';
import { loginKey, newBearer, sha256 } from '../../kit/ids.ts';
import type { Logger } from '../../kit/logger.ts';
import type { SignInRules, SignInWay } from '../../people/sign-in-rules.ts';
import { rememberNetwork } from '../../sessions/known-networks.store.ts';
import type { CheckPassword, PasswordAttempt } from '../../sessions/password-check.service.ts';
import {
  type Account,
  type AccountKind,
  deleteSession,
  deleteSessionOf,
  findAccount,
  findAccountByID,
  findSession,
  insertSession,
  type Life,
  openSessions,
  sweepSessions,
  touchSession,
} from '../../sessions/sessions.store.ts';
import { clearFailures } from '../../sessions/sign-in-failures.store.ts';
import type { createNoteCountry } from './new-country.service.ts';

export type Sessions = {
  /**
   * Opens a session and returns its bearer token. If the request came with a bearer token of the same account, that session ends.
   * AppError `wrong-credentials` or `too-many`; `second-factor` when the password is right and the account has a second factor, and
   * `forbidden` when it is right and the account must use single sign-on.
   */
  signIn(
    attempt: Omit<PasswordAttempt, 'purpose'> & Origin,
    password: string,
    presented: string | null,
  ): Promise<{ token: string; account: Account }>;
  /**
   * Opens a session for a person who has just set a password with an invitation: the account's wrong passwords are forgotten, and
   * the network is remembered. AppError `wrong-credentials` when the account is gone or was changed since, and `second-factor` when
   * it has a second factor.
   */
  openFor(
    who: Omit<PasswordAttempt, 'purpose'> & Origin,
  ): Promise<{ token: string; account: Account }>;
  /**
   * Opens a session for the account of a person whom the provider of single sign-on has sent back. AppError `wrong-credentials` when
   * the account is gone or disabled, and `second-factor` when it has a second factor and the provider has asked for none. `session`:
   * the id that the session gets, also when the second factor comes later.
   */
  openByProvider(
    who: { kind: AccountKind; id: string; isStrong: boolean; session: string } & Origin,
  ): Promise<{ token: string; account: Account }>;
  /** Tells whether somebody can sign in with this login, as it was typed. */
  isLogin(kind: AccountKind, login: string): Promise<boolean>;
  /** Finds the account with this id, if somebody can sign in with it. */
  find(kind: AccountKind, id: string, way?: SignInWay): Promise<Account | undefined>;
  /**
   * Opens a session after the second step: the wrong passwords and codes of this network are forgotten (`isInvited`: of all
   * networks), and the network is remembered. AppError `wrong-credentials` when the account was changed since.
   */
  openAfterFactor(
    account: Account,
    from: {
      kind: AccountKind;
      isInvited: boolean;
      presented: string | null;
      way: SignInWay;
    } & Origin,
  ): Promise<string>;
  /** Ends the session of a bearer token and returns its account, and how it began; undefined when it had already ended. */
  signOut(
    bearer: string,
  ): Promise<(Pick<Actor, 'kind' | 'id'> & { way: SignInWay['by'] }) | undefined>;
  findActor: FindActor;
  /** Tells which sessions of these bearer tokens have not ended. This does not count as their use. */
  stillOpen: StillOpen;
};

/** One message for both causes, so that nobody learns which accounts exist. */
const wrongCredentials = {
  admin: 'Email or password is wrong',
  user: 'User id or password is wrong',
};

export type SessionsDeps = {
  db: Db;
  checkPassword: CheckPassword;
  life: Life;
  /** What the settings say about sign-ins. */
  rules: SignInRules;
  /** What people call the provider of single sign-on. */
  providerName: string;
  /** Notes the country of a sign-in. */
  noteCountry: ReturnType<typeof createNoteCountry>;
  logger: Logger;
  /** Returns what the second step of a sign-in asks for. `isInvited`: the password was just set with an invitation. */
  askFactor: (
    who: { kind: AccountKind; isInvited: boolean; way: SignInWay['by']; session?: string },
    account: Account,
  ) => Promise<SecondFactorAsked>;
};

/**
 * Builds the sessions. How long one lives is judged by the database's clock (ADR 29 "Sessions").
 */
export function createSessions(deps: SessionsDeps): Sessions {
  const { db, checkPassword, life, rules, providerName, noteCountry, logger, askFactor } = deps;
  const touching = new Set<string>();

  /** Updates the time of last use. No call waits for it, so reading works while the database takes no writes. */
  function touch(tokenHash: string): void {
    if (touching.has(tokenHash)) return;
    touching.add(tokenHash);
    touchSession(db, tokenHash)
      .catch((err) => logger.warn({ err }, 'the last use of a session could not be saved'))
      .finally(() => touching.delete(tokenHash));
  }

  const wrong = (kind: AccountKind) => new AppError('wrong-credentials', wrongCredentials[kind]);

  /**
   * Opens a session and returns its token; the `presented` one of the same account ends. AppError `wrong-credentials` when the
   * account is gone or was changed since it was read.
   */
  async function open(
    kind: AccountKind,
    account: Account,
    { address, device }: Origin,
    presented: string | null,
    way: SignInWay = { by: 'password' },
  ): Promise<string> {
    const token = newBearer();
    const from = { address, device };
    const id = await insertSession(db, kind, account, sha256(token), from, { way, life });
    if (id === null) throw wrong(kind);
    await noteCountry({ id, kind, account, address, device });
    if (presented) await deleteSessionOf(db, sha256(presented), { kind, id: account.id });
    await sweepSessions(db, life);
    return token;
  }

  /** Refuses a sign-in that is complete only with a second factor, and says how it goes on. */
  async function mustNeedNoFactor(
    who: { kind: AccountKind; isInvited: boolean; way?: SignInWay['by']; session?: string },
    account: Account,
  ): Promise<void> {
    if (!account.hasSecondStep) return;
    throw new AppError('second-factor', 'Please confirm that it is you', {
      extra: { secondFactor: await askFactor({ way: 'password', ...who }, account) },
    });
  }

  /** Refuses a right password where only single sign-on opens the account. */
  function mayUsePassword({ mustUseProvider }: Account): void {
    if (!mustUseProvider) return;
    throw new AppError('forbidden', `A password is not enough here: sign in with ${providerName}`);
  }

  async function remember(kind: AccountKind, { id: accountId }: Account, address: string) {
    const network = networkOf(address);
    if (network !== null) await rememberNetwork(db, { kind, accountId, network });
  }

  return {
    async signIn(who, password, presented) {
      const { kind } = who;
      const attempt = { ...who, purpose: 'sign-in' as const };
      const account = await findAccount(db, kind, loginKey(attempt.login), rules);
      const checked = account && {
        ...account,
        hasSecondStep: account.hasSecondStep || account.mustUseProvider,
      };
      const isRight = await checkPassword(attempt, password, checked);
      if (!isRight || !account) throw wrong(kind);
      mayUsePassword(account);
      await mustNeedNoFactor({ kind, isInvited: false }, account);
      return { token: await open(kind, account, who, presented), account };
    },

    async openFor({ kind, login, address, device }) {
      const key = loginKey(login);
      const account = await findAccount(db, kind, key, rules);
      if (!account) throw wrong(kind);
      mayUsePassword(account);
      await mustNeedNoFactor({ kind, isInvited: true }, account);
      const token = await open(kind, account, { address, device }, null);
      await clearFailures(db, { kind, account: key });
      await remember(kind, account, address);
      return { token, account };
    },

    async openByProvider({ kind, id, isStrong, session, address, device }) {
      const way = { by: 'oidc', isStrong, session } as const;
      const account = await findAccountByID(db, kind, id, rules, way);
      if (!account) throw new AppError('wrong-credentials', 'This account is disabled');
      if (!isStrong)
        await mustNeedNoFactor({ kind, isInvited: false, way: way.by, session }, account);
      const token = await open(kind, account, { address, device }, null, way);
      await remember(kind, account, address);
      return { token, account };
    },

    async isLogin(kind, login) {
      return (await findAccount(db, kind, loginKey(login), rules)) !== undefined;
    },

    find: (kind, id, way) => findAccountByID(db, kind, id, rules, way),

    async openAfterFactor(account, { kind, address, device, isInvited, presented, way }) {
      const token = await open(kind, account, { address, device }, presented, way);
      const failures = { kind, account: loginKey(account.login) };
      const network = networkOf(address) ?? '';
      if (isInvited) await clearFailures(db, failures);
      else {
        for (const purpose of ['sign-in', 'second-factor'] as const) {
          await clearFailures(db, { ...failures, address: network, purpose });
        }
      }
      await remember(kind, account, address);
      return token;
    },

    signOut: (bearer) => deleteSession(db, sha256(bearer)),

    async findActor(bearer, address, isUse) {
      const tokenHash = sha256(bearer);
      const session = await findSession(db, tokenHash, life, rules);
      if (!session) return null;
      const { touch: isDue, ...actor } = session;
      if (isDue && isUse) touch(tokenHash);
      return { ...actor, address };
    },

    async stillOpen(answers) {
      const tokenHashes = answers.map(({ bearer }) => sha256(bearer));
      // A session that an older version has opened has no id before its first use.
      const ids = answers.flatMap(({ session }) => session || []);
      const open = await openSessions(db, { tokenHashes, ids }, life);
      const isOpen = ({ bearer, session = '' }: OpenAnswer) =>
        open.has(sha256(bearer)) || (session !== '' && open.has(session));
      return new Set(answers.filter(isOpen).map(({ bearer }) => bearer));
    },
  };
}
