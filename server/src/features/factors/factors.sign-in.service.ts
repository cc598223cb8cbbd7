import type { FactorMethod } from '@adwarden/contract/envelope';
import type { PersonKind } from '@adwarden/contract/people/people';
import type { ChangeLog } from '../../changes/change-log.ts';
import type { Origin } from '../../http/origin.ts';
import { AppError } from '../../kit/app-error.ts';
import { sha256 } from '../../kit/ids.ts';
import type { SignInWay } from '../../people/sign-in-rules.ts';
import type { CheckFactor, Entered } from './factors.check.service.ts';
import type { PasskeySignIn } from './factors.passkey-sign-in.service.ts';
import { loggedFactor, methodWords } from './factors.present.ts';
import { type AnyAccount, ended, type SignInEnd } from './factors.sign-in-end.service.ts';
import { useTicket } from './factors.store.ts';

export type FactorSignInDeps<Account extends AnyAccount> = SignInEnd<Account> & {
  changeLog: ChangeLog;
  checkFactor: CheckFactor;
  /** The sign-in whose only step is a passkey, which ends here, too. */
  passkeySignIn: PasskeySignIn<Account>;
};

export type FactorSignIn<Account extends AnyAccount> = ReturnType<
  typeof createFactorSignIn<Account>
>;

/** Builds the second step of a sign-in (ADR 133). */
export function createFactorSignIn<Account extends AnyAccount>(deps: FactorSignInDeps<Account>) {
  const { changeLog, tickets, findAccount, checkFactor, openSession, passkeySignIn } = deps;

  return {
    /**
     * Signs in with the ticket of the first step, and with a code of an authenticator app, a passkey, a recovery code, or the link of
     * whoever has removed the second factors. AppError `wrong-credentials` or `too-many`. A wrong one is an entry of the log: whoever enters it
     * knows the password.
     */
    async signIn(
      { ticket: sealed, ...entered }: Entered & { ticket: string },
      from: { presented: string | null } & Origin,
    ): Promise<{ kind: PersonKind; account: Account; token: string; method: FactorMethod }> {
      const { address } = from;
      const ticket = await tickets.open(sealed);
      if (!ticket && entered.passkey) return passkeySignIn.finish(sealed, entered.passkey, from);
      const way: SignInWay =
        ticket?.way === 'oidc'
          ? { by: 'oidc', isStrong: false, session: ticket.session }
          : { by: 'password' };
      const account = ticket && (await findAccount(ticket.kind, ticket.id, way));
      if (!ticket || !account || !tickets.isOf(ticket, account)) throw ended();
      const { kind, isInvited } = ticket;
      const { id, login, fullName } = account;
      const author = { kind, id, login, fullName, address };
      const method = methodOf(entered);
      const asked = { ticket: sealed, isAgain: false };
      const isRight = await checkFactor(author, asked, entered, async (tx) => {
        if (!(await useTicket(tx, sha256(sealed), ticket.endsAt))) throw ended();
      });
      if (!isRight) {
        const { name, wrong } = methodWords[method];
        await changeLog(author, ({ log }) => {
          const row = loggedFactor(name, author);
          return log({ entity: 'factor', key: id, action: 'factor.wrong', row });
        });
        throw new AppError('wrong-credentials', wrong);
      }
      // Whoever came with a link must set up a factor now.
      const now = (method === 'link' && (await findAccount(kind, id, way))) || account;
      const token = await openSession(now, { ...from, kind, isInvited, way });
      return { kind, account: now, token, method };
    },
  };
}

/** Returns the method of what somebody enters. */
export function methodOf({ code, link, passkey }: Entered): FactorMethod {
  if (passkey) return 'passkey';
  if (link !== undefined) return 'link';
  return code === undefined ? 'recoveryCode' : 'totp';
}
