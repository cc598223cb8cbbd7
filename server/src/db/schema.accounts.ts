import type { OnOff } from '@adwarden/contract/apps';
import type { PersonKind } from '@adwarden/contract/people/people';
import type { Generated } from 'kysely';

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

/** An API key of a person (ADR 129). The times are by the database's clock. */
export interface ApiKeyTable {
  id: string;
  /** SHA-256 of the key, hex. */
  keyHash: string;
  kind: PersonKind;
  accountId: string;
  name: string;
  /** Its scopes, and the addresses from which alone it works, joined by commas; '' for all addresses. */
  scopes: string;
  addresses: string;
  /** `off`: it does not work, because a backup was restored, or an administrator has turned it off. */
  enabled: Generated<OnOff>;
  createdAt: number;
  endsAt: number;
  /** Up to `limits.apiKeys.usedEveryMinutes` old; null before the first use. */
  lastUsedAt: number | null;
  /** How many of the warnings before its end are given or spared. */
  warnings: Generated<number>;
}

/** A country from which somebody has signed in to an account (ADR 135). */
export interface KnownCountryTable {
  kind: PersonKind;
  accountId: string;
  /** Alpha-2. */
  country: string;
  firstAt: number;
}
