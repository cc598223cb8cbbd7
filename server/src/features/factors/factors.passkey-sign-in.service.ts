import type { PasskeyAnswer } from '@adwarden/contract/factors/passkey-answer';
import type { PersonKind } from '@adwarden/contract/people/people';
import type { Origin } from '../../http/origin.ts';
import { AppError } from '../../kit/app-error.ts';
import { sha256 } from '../../kit/ids.ts';
import type { LimitPasskeys } from '../../sessions/passkey-tries.service.ts';
import type { PasskeyCheck } from './factors.passkeys.check.service.ts';
import { mustHaveParty, type Party } from './factors.passkeys.policy.ts';
import { type AnyAccount, ended, type SignInEnd } from './factors.sign-in-end.service.ts';
import { useTicket } from './factors.store.ts';

type Deps<Account extends AnyAccount> = SignInEnd<Account> & {
  party: Party;
  passkeyCheck: PasskeyCheck;
  limitPasskeys: LimitPasskeys;
};

export type PasskeySignIn<Account extends AnyAccount> = ReturnType<
  typeof createPasskeySignIn<Account>
>;

/** One message for all causes, so that nobody learns which passkeys and accounts there are. */
const wrong = () =>
  new AppError(
    'wrong-credentials',
    'This passkey opens no account here: it was removed, or does not replace a password',
  );

const mustUseProvider = () =>
  new AppError('forbidden', 'A passkey is not enough here: use single sign-on');

/** Builds the sign-in with a passkey in the place of a password (ADR 141). */
export function createPasskeySignIn<Account extends AnyAccount>(deps: Deps<Account>) {
  const { tickets, findAccount, openSession, party, passkeyCheck, limitPasskeys } = deps;

  return {
    /** Begins a sign-in whose account nobody knows yet. AppError `conflict` where there are no passkeys, and `too-many`. */
    async begin(address: string) {
      mustHaveParty(party);
      return tickets.askPasskey(await limitPasskeys.begin(address));
    },

    /**
     * Signs in with the passkey that was asked for. AppError `wrong-credentials` or `too-many`. The account is that of the passkey, which
     * names it, too; its authenticator has checked who uses it.
     */
    async finish(
      sealed: string,
      answer: PasskeyAnswer,
      from: { presented: string | null } & Origin,
    ): Promise<{ kind: PersonKind; account: Account; token: string; method: 'passkey' }> {
      const { address } = from;
      const ticket = await tickets.openPasskey(sealed);
      if (!ticket) throw ended();
      let found: { kind: PersonKind; account: Account } | undefined;
      const isRight = await limitPasskeys.check(address, async () => {
        const used = await passkeyCheck.read(answer, sealed, () => true);
        if (used?.passkey.replacesPassword !== 'on' || !answer.response.userHandle) return false;
        const { kind, accountId } = used.passkey;
        const account = await findAccount(kind, accountId);
        // Without a password, the account waits for its person to set one.
        if (!account || account.passwordHash === '') return false;
        if (account.mustUseProvider) throw mustUseProvider();
        found = { kind, account };
        return passkeyCheck.use(used, address, async (tx) => {
          if (!(await useTicket(tx, sha256(sealed), ticket.endsAt))) throw ended();
        });
      });
      if (!isRight || !found) throw wrong();
      const { kind, account } = found;
      const token = await openSession(account, {
        ...from,
        kind,
        isInvited: false,
        way: { by: 'password' },
      });
      await limitPasskeys.forget(ticket.attempt);
      return { kind, account, token, method: 'passkey' };
    },
  };
}
