import type { FactorMethod } from '@adwarden/contract/envelope';
import type { PersonKind } from '@adwarden/contract/people/people';
import type { ChangeLog } from '../../changes/change-log.ts';
import type { Origin } from '../../http/origin.ts';
import { AppError } from '../../kit/app-error.ts';
import { sha256 } from '../../kit/ids.ts';
import type { CheckFactor, Entered } from './factors.check.service.ts';
import { loggedFactor } from './factors.present.ts';
import { useTicket } from './factors.store.ts';
import type { TicketAccount, Tickets } from './factors.tickets.service.ts';

/** An account that signs in. */
export type AnyAccount = TicketAccount & { login: string; fullName: string };

export type FactorSignInDeps<Account extends AnyAccount> = {
  changeLog: ChangeLog;
  tickets: Tickets;
  /** Finds the account with this id, if somebody can sign in with it. */
  findAccount: (kind: PersonKind, id: string) => Promise<Account | undefined>;
  checkFactor: CheckFactor;
  /** Opens the session of a complete sign-in and returns its bearer token. */
  openSession: (
    account: Account,
    from: { kind: PersonKind; isInvited: boolean; presented: string | null } & Origin,
  ) => Promise<string>;
};

export type FactorSignIn<Account extends AnyAccount> = ReturnType<
  typeof createFactorSignIn<Account>
>;

const ended = () =>
  new AppError('wrong-credentials', 'This sign-in has ended: begin again with your password');

/** Builds the second step of a sign-in (ADR 133). */
export function createFactorSignIn<Account extends AnyAccount>(deps: FactorSignInDeps<Account>) {
  const { changeLog, tickets, findAccount, checkFactor, openSession } = deps;

  return {
    /**
     * Signs in with the ticket of the first step, and with a code of an authenticator app, a recovery code, or the link of whoever has
     * removed the second factors. AppError `wrong-credentials` or `too-many`. A wrong one is an entry of the log: whoever enters it
     * knows the password.
     */
    async signIn(
      { ticket: sealed, ...entered }: Entered & { ticket: string },
      from: { presented: string | null } & Origin,
    ): Promise<{ kind: PersonKind; account: Account; token: string; method: FactorMethod }> {
      const { address } = from;
      const ticket = await tickets.open(sealed);
      const account = ticket && (await findAccount(ticket.kind, ticket.id));
      if (!ticket || !account || !tickets.isOf(ticket, account)) throw ended();
      const { kind, isInvited } = ticket;
      const { id, login, fullName } = account;
      const author = { kind, id, login, fullName, address };
      const method = methodOf(entered);
      const isRight = await checkFactor(author, entered, async (tx) => {
        if (!(await useTicket(tx, sha256(sealed), ticket.endsAt))) throw ended();
      });
      if (!isRight) {
        const { name, wrong } = words[method];
        await changeLog(author, ({ log }) => {
          const row = loggedFactor(name, author);
          return log({ entity: 'factor', key: id, action: 'factor.wrong', row });
        });
        throw new AppError('wrong-credentials', wrong);
      }
      // Whoever came with a link must set up a factor now.
      const now = (method === 'link' && (await findAccount(kind, id))) || account;
      const token = await openSession(now, { ...from, kind, isInvited });
      return { kind, account: now, token, method };
    },
  };
}

/** Returns the method of what somebody enters. */
export function methodOf({ code, link }: Entered): keyof typeof words {
  if (link !== undefined) return 'link';
  return code === undefined ? 'recoveryCode' : 'totp';
}

/** Names for the log, and what is said when it was wrong. */
const words = {
  totp: {
    name: 'Code',
    wrong: 'The code is wrong, or was used before: wait for the next one',
  },
  recoveryCode: {
    name: 'Recovery code',
    wrong: 'The recovery code is wrong, or was used before',
  },
  link: {
    name: 'Link',
    wrong:
      'This link is not valid: it was used, it has ended, or there is a newer one. Ask for another link',
  },
};
