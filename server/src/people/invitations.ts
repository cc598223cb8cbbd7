import type { Invitation } from '@adwarden/contract/invitations/invitations';
import type { Person } from '@adwarden/contract/people/people';
import type { Tx } from '../db/schema.ts';

/** A link that was made in a transaction, and is answered after its commit. */
export type MadeInvitation = { token: string; endsAt: number };

/** The receiver of an invitation: the account, and the person's mail address (null: none). */
export type Invitee = Person & { fullName: string; login: string; mailTo: string | null };

/** Makes links with which people set a password, for the code that writes accounts (ADR 120). */
export type MakeInvitations = {
  /** Makes a link in the transaction that writes the account; an older one ends. */
  make(write: { tx: Tx; author: { id: string } }, account: Person): Promise<MadeInvitation>;
  /** Mails a new link, if it can be mailed, and returns it. Call it after the commit. */
  tell(made: MadeInvitation, invitee: Invitee, inviter: { fullName: string }): Promise<Invitation>;
};
