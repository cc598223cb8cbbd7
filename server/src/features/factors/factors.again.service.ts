import type { PersonKind } from '@adwarden/contract/people/people';
import type { Db, Tx } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { invalidField } from '../../kit/app-error.ts';
import { sha256 } from '../../kit/ids.ts';
import type { SignInWay } from '../../people/sign-in-rules.ts';
import type { CheckFactor, Entered } from './factors.check.service.ts';
import { methodWords } from './factors.present.ts';
import { methodOf } from './factors.sign-in.service.ts';
import type { AnyAccount } from './factors.sign-in-end.service.ts';
import { useTicket } from './factors.store.ts';
import type { AskedAccount, Tickets } from './factors.tickets.service.ts';

export type FactorAgainDeps<Account extends AnyAccount> = {
  db: Db;
  tickets: Tickets;
  /** Finds the account with this id, if somebody can sign in with it. */
  findAccount: (kind: PersonKind, id: string, way?: SignInWay) => Promise<Account | undefined>;
  checkFactor: CheckFactor;
  /** Tells whether a password is right; counts and throttles wrong ones, so that a stolen session cannot guess; AppError `too-many`. */
  checkPassword: (
    attempt: { kind: PersonKind; login: string; address: string; purpose: 'change' },
    password: string,
    account: Account,
  ) => Promise<boolean>;
  /** Gives the session of a bearer token another token, and returns that. AppError `not-signed-in` when the session has ended. */
  renewToken: (tx: Tx, bearer: string, forFactors: boolean) => Promise<string>;
};

/** Confirms that it is still the person of a session, and returns its new token. AppError `invalid` or `too-many`. */
export type ConfirmAgain = (
  actor: Actor,
  bearer: string,
  answer: Entered & { ticket: string; password?: string | undefined },
) => Promise<string>;

/** A password that has ended does not matter in an open session. */
const inSession: SignInWay = { by: 'oidc', isStrong: false };

const ended = () =>
  invalidField('ticket', 'This question was answered, or has ended: try what you did once more');

/**
 * Builds the answer to being asked again (ADR 136). With a second factor only that counts: whoever knows the password alone may be
 * the one who has taken over the session.
 */
export function createConfirmAgain<Account extends AnyAccount & AskedAccount>({
  db,
  tickets,
  findAccount,
  checkFactor,
  checkPassword,
  renewToken,
}: FactorAgainDeps<Account>): ConfirmAgain {
  return async (actor, bearer, { ticket: sealed, password, ...entered }) => {
    const { kind, id, login, fullName, address, session } = actor;
    const ticket = await tickets.openAgain(sealed);
    const account = await findAccount(kind, id, inSession);
    const isOfSession = ticket?.kind === kind && ticket.session === session;
    if (!isOfSession || !account || !tickets.isOf(ticket, account)) throw ended();

    let token = '';
    const renew = async (tx: Tx) => {
      if (!(await useTicket(tx, sha256(sealed), ticket.endsAt))) throw ended();
      token = await renewToken(tx, bearer, ticket.forFactors);
    };
    if (password !== undefined) {
      if (account.hasFactor) {
        throw invalidField('password', 'You have a second factor: confirm with that');
      }
      if (account.mustUseProvider) {
        throw invalidField('password', 'A password is not enough here: use single sign-on');
      }
      const attempt = { kind, login, address, purpose: 'change' as const };
      if (!(await checkPassword(attempt, password, account))) {
        throw invalidField('password', 'The password is wrong');
      }
      await db.transaction().execute(renew);
      return token;
    }
    const person = { kind, id, login, fullName, address };
    if (await checkFactor(person, { ticket: sealed, isAgain: true }, entered, renew)) return token;
    const { field, wrong } = methodWords[methodOf(entered)];
    throw invalidField(field, wrong);
  };
}

/**
 * Builds the answer at the provider of single sign-on (ADR 142), for an account without a second factor: confirms that it is still the
 * person of a session, and returns its new token. AppError `invalid`.
 */
export const createConfirmByProvider =
  <Account extends AnyAccount & AskedAccount>({
    db,
    tickets,
    findAccount,
    renewToken,
  }: Pick<FactorAgainDeps<Account>, 'db' | 'tickets' | 'findAccount' | 'renewToken'>) =>
  async ({ kind, id, session }: Actor, bearer: string, sealed: string): Promise<string> => {
    const ticket = await tickets.openAgain(sealed);
    const account = await findAccount(kind, id, inSession);
    const isOfSession = ticket?.kind === kind && ticket.session === session;
    if (!isOfSession || !account || !tickets.isOf(ticket, account)) throw ended();
    if (account.hasFactor) {
      throw invalidField('ticket', 'You have a second factor: confirm with that');
    }
    return db.transaction().execute(async (tx) => {
      if (!(await useTicket(tx, sha256(sealed), ticket.endsAt))) throw ended();
      return renewToken(tx, bearer, ticket.forFactors);
    });
  };
