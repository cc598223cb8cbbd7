import type { Invited, invitationCalls } from '@adwarden/contract/invitations/invitations';
import type { PersonKind } from '@adwarden/contract/people/people';
import type { z } from 'zod';
import type { Db } from '../../db/schema.ts';
import type { AccountKeeper } from '../../feature.ts';
import type { Origin } from '../../http/origin.ts';
import { AppError, invalidField } from '../../kit/app-error.ts';
import { isoTime } from '../../kit/clock.ts';
import { sha256 } from '../../kit/ids.ts';
import { Limiter } from '../../kit/turns/limiter.ts';
import type { WeaknessOf } from '../../kit/weak-password.ts';
import type { LimitTries } from '../../sessions/link-check.service.ts';
import { findInvited, takeInvitation } from './invitations.store.ts';

/** The answer to a sign-in. */
export type SignInAnswer = z.output<typeof invitationCalls.acceptInvitation.answer>;

export type InvitationsDeps = {
  db: Db;
  accounts: Record<PersonKind, Pick<AccountKeeper, 'acceptInvitation'>>;
  weaknessOf: WeaknessOf;
  limitTries: LimitTries;
  /** Signs in a person whose password was set just now. AppError `wrong-credentials` when it was changed since. */
  signIn: (who: { kind: PersonKind; login: string } & Origin) => Promise<SignInAnswer>;
};

export type Invitations = ReturnType<typeof createInvitations>;

/** Builds the one refusal for all invalid links, whatever the cause. */
const noLonger = () =>
  new AppError(
    'not-found',
    'This link is not valid: it was used, it has ended, or there is a newer one. Ask for another link',
  );

/** The limits of accepting invitations: each makes a password hash, and sign-ins need these, too. */
const accepting = { places: 2, waiting: 20, ms: 30_000 };

/** Builds what a person with a link does: look at it, and set a password with it, once (ADR 120). */
export function createInvitations(deps: InvitationsDeps) {
  const { db, accounts, weaknessOf, limitTries, signIn } = deps;
  const inTurn = new Limiter({
    ...accepting,
    refusal: () =>
      new AppError('too-many', 'Too many invitations are accepted at once', { retryAfter: 3 }),
  });

  /** Finds the person whom the link of a token is for; AppError `not-found`, or `too-many` after too many of these. */
  async function find(token: string, address: string) {
    const hash = sha256(token);
    const found = await limitTries({ address, hash }, () => findInvited(db, hash));
    if (!found) throw noLonger();
    return found;
  }

  return {
    /** Returns the person whom a link is for. Changes nothing. */
    async look(token: string, address: string): Promise<Invited> {
      const { kind, login, fullName, endsAt } = await find(token, address);
      return { role: kind, login, fullName, endsAt: isoTime(endsAt) };
    },

    /** Sets the password and signs in. When two requests come at once, one gets 404. */
    async accept(
      { token, password }: { token: string; password: string },
      { address, device }: Origin,
    ): Promise<SignInAnswer> {
      const { kind, id, login, fullName } = await find(token, address);
      const weakness = await weaknessOf(password, [login, fullName]);
      if (weakness) throw invalidField('password', `Password ${weakness}`);
      const author = { kind, id, fullName, address };
      const isAccepted = await inTurn.run(() =>
        accounts[kind].acceptInvitation(author, password, (tx) =>
          takeInvitation(tx, sha256(token)),
        ),
      );
      if (!isAccepted) throw noLonger();
      return signIn({ kind, login, address, device });
    },
  };
}
