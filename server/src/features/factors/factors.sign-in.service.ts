import type { FactorMethod } from '@adwarden/contract/envelope';
import type { PersonKind } from '@adwarden/contract/people/people';
import type { ChangeLog } from '../../changes/change-log.ts';
import { databaseNow } from '../../db/now.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { Origin } from '../../http/origin.ts';
import { AppError } from '../../kit/app-error.ts';
import { sha256 } from '../../kit/ids.ts';
import type { Seal } from '../../kit/seal.ts';
import { loggedFactor } from './factors.present.ts';
import { openSecret } from './factors.sealing.service.ts';
import * as store from './factors.store.ts';
import type { Ticket, TicketAccount, Tickets } from './factors.tickets.service.ts';
import { stepOf } from './factors.totp.policy.ts';

/** An account that signs in. */
export type AnyAccount = TicketAccount & { login: string; fullName: string };

export type FactorSignInDeps<Account extends AnyAccount> = {
  db: Db;
  seal: Seal;
  changeLog: ChangeLog;
  tickets: Tickets;
  /** Finds the account with this id, if somebody can sign in with it. */
  findAccount: (kind: PersonKind, id: string) => Promise<Account | undefined>;
  /** Runs a check, and limits how many may be wrong. `isShort`: what is tried has few digits. AppError `too-many`. */
  limitTries: (
    what: { kind: PersonKind; id: string; login: string; address: string; isShort: boolean },
    check: () => Promise<boolean>,
  ) => Promise<boolean>;
  /** Opens the session of a complete sign-in and returns its bearer token. */
  openSession: (
    account: Account,
    from: { kind: PersonKind; isInvited: boolean; presented: string | null } & Origin,
  ) => Promise<string>;
};

/** The text that somebody enters in the second step: exactly one of the two. */
type Entered = { code?: string | undefined; recoveryCode?: string | undefined };

export type FactorSignIn<Account extends AnyAccount> = ReturnType<
  typeof createFactorSignIn<Account>
>;

const ended = () =>
  new AppError('wrong-credentials', 'This sign-in has ended: begin again with your password');

/** Builds the second step of a sign-in (ADR 133). */
export function createFactorSignIn<Account extends AnyAccount>(deps: FactorSignInDeps<Account>) {
  const { db, seal, changeLog, tickets, findAccount, limitTries, openSession } = deps;

  /** A ticket that is used in this transaction; AppError when it was used before. */
  async function use(tx: Tx, sealed: string, { endsAt }: Ticket): Promise<void> {
    if (!(await store.useTicket(tx, sha256(sealed), endsAt))) throw ended();
  }

  async function takesCode(code: string, sealed: string, ticket: Ticket): Promise<boolean> {
    const now = await databaseNow(db);
    for (const row of await store.factorsOf(db, ticket)) {
      const secret = openSecret(seal, row);
      const step = secret === null ? null : stepOf(code, secret, now);
      if (step === null) continue;
      return db.transaction().execute(async (tx) => {
        if (!(await store.acceptStep(tx, row.id, step))) return false;
        await use(tx, sealed, ticket);
        return true;
      });
    }
    return false;
  }

  const takesRecoveryCode = (code: string, sealed: string, ticket: Ticket, author: Author) =>
    changeLog(author, async ({ tx, log }) => {
      if (!(await store.useRecoveryCode(tx, ticket, sha256(code)))) return false;
      await use(tx, sealed, ticket);
      const row = loggedFactor('Recovery code', author);
      await log({ entity: 'factor', key: author.id, action: 'recovery.use', row });
      return true;
    });

  return {
    /**
     * Signs in with the ticket of the first step, and with a code of an authenticator app or a recovery code. AppError
     * `wrong-credentials` or `too-many`. A wrong code is an entry of the log: whoever enters it knows the password.
     */
    async signIn(
      { ticket: sealed, code, recoveryCode }: Entered & { ticket: string },
      from: { presented: string | null } & Origin,
    ): Promise<{ kind: PersonKind; account: Account; token: string; method: FactorMethod }> {
      const { address } = from;
      const ticket = await tickets.open(sealed);
      const account = ticket && (await findAccount(ticket.kind, ticket.id));
      if (!ticket || !account || !tickets.isOf(ticket, account)) throw ended();
      const { kind, isInvited } = ticket;
      const { id, login, fullName } = account;
      const author = { kind, id, login, fullName, address };
      const isShort = code !== undefined;
      const isRight = await limitTries({ kind, id, login, address, isShort }, () =>
        isShort
          ? takesCode(code, sealed, ticket)
          : takesRecoveryCode(recoveryCode ?? '', sealed, ticket, author),
      );
      if (!isRight) {
        const name = isShort ? 'Code' : 'Recovery code';
        await changeLog(author, ({ log }) => {
          const row = loggedFactor(name, author);
          return log({ entity: 'factor', key: id, action: 'factor.wrong', row });
        });
        throw new AppError(
          'wrong-credentials',
          isShort
            ? 'The code is wrong, or was used before: wait for the next one'
            : 'The recovery code is wrong, or was used before',
        );
      }
      const token = await openSession(account, { ...from, kind, isInvited });
      return { kind, account, token, method: isShort ? 'totp' : 'recoveryCode' };
    },
  };
}

/** The person of a sign-in, as the author of its entries. */
type Author = { kind: PersonKind; id: string; login: string; fullName: string; address: string };
