import type { PersonKind } from '@adwarden/contract/people/people';
import type { Origin } from '../../http/origin.ts';
import { AppError } from '../../kit/app-error.ts';
import type { SignInWay } from '../../people/sign-in-rules.ts';
import type { TicketAccount, Tickets } from './factors.tickets.service.ts';

/** An account that signs in. `mustUseProvider`: only single sign-on opens it. */
export type AnyAccount = TicketAccount & {
  login: string;
  fullName: string;
  mustUseProvider: boolean;
};

/** What the end of a sign-in needs, whatever ends it. */
export type SignInEnd<Account extends AnyAccount> = {
  tickets: Tickets;
  /** Finds the account with this id, if somebody can sign in with it in this way. */
  findAccount: (kind: PersonKind, id: string, way?: SignInWay) => Promise<Account | undefined>;
  /** Opens the session of a complete sign-in and returns its bearer token. */
  openSession: (
    account: Account,
    from: {
      kind: PersonKind;
      isInvited: boolean;
      presented: string | null;
      way: SignInWay;
    } & Origin,
  ) => Promise<string>;
};

/** Refuses a ticket that was used, has ended, or is none. */
export const ended = () => new AppError('wrong-credentials', 'This sign-in has ended: begin again');
