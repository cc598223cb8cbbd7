import type { PersonKind } from '@adwarden/contract/people/people';

/** A link with which the password of an account is set, once. An account has at most one. */
export interface InvitationTable {
  /** SHA-256 of the token, hex. */
  tokenHash: string;
  kind: PersonKind;
  accountId: string;
  /** The administrator who made it; '' for the command line. */
  inviterId: string;
  createdAt: number;
  endsAt: number;
}
