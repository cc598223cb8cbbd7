import type { OnOff } from '@adwarden/contract/apps';
import type { FactorKind } from '@adwarden/contract/factors/factors';
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
  /** The number of warnings before its end that are given or spared. */
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

/** A second factor of an account (ADR 133). The times are by the database's clock. */
export interface FactorTable {
  id: string;
  kind: PersonKind;
  accountId: string;
  method: FactorKind;
  name: string;
  /** The secret of an authenticator app, sealed; '' for a passkey, which leaves nothing secret here. */
  secretSealed: string;
  /** The step of the last accepted code: only a later one is accepted. */
  lastStep: Generated<number>;
  createdAt: number;
  /** When the first code was right, or the browser has made the passkey; null until then. */
  confirmedAt: number | null;
  lastUsedAt: number | null;
  /** Of a passkey that is confirmed, in base64url: the id that its authenticator gave it, and its public key (COSE, RFC 9052). */
  credentialId: Generated<string | null>;
  publicKey: Generated<string | null>;
  /** What the passkey has counted at its last use: 0, or the next one must be greater. */
  counter: Generated<number>;
  /** How browsers reach the passkey, joined by commas. */
  transports: Generated<string>;
  /** The host name that a passkey belongs to. */
  host: Generated<string | null>;
  /** `on`: the passkey signs in without the password. */
  replacesPassword: Generated<OnOff>;
  /** What the browser must sign to confirm the set-up of a passkey. */
  challenge: Generated<string | null>;
}

/** How the passkeys of an account know it: 32 random bytes in base64url, which say nothing about the person (WebAuthn, 14.6.1). */
export interface PasskeyHandleTable {
  kind: PersonKind;
  accountId: string;
  handle: string;
}

/** A recovery code of an account; each works once. */
export interface RecoveryCodeTable {
  /** SHA-256 of the code, hex. */
  codeHash: string;
  kind: PersonKind;
  accountId: string;
  /** When somebody signed in with it; null until then. */
  usedAt: number | null;
}

/**
 * The link of an account whose second factors somebody else has removed; at most one (ADR 137). It stays until a new factor is set up,
 * or until its end.
 */
export interface FactorLinkTable {
  kind: PersonKind;
  accountId: string;
  /** SHA-256 of the token, hex; no hash of any token after the restore of a backup. */
  tokenHash: string;
  createdAt: number;
  endsAt: number;
  /** When somebody signed in with it; null until then. */
  usedAt: number | null;
}

/** A ticket of a sign-in that is complete; kept until the ticket ends. */
export interface UsedTicketTable {
  /** SHA-256 of the ticket, hex. */
  ticketHash: string;
  endsAt: number;
}

/** The account at the provider of single sign-on to which an account belongs (ADR 142). Each belongs to one at most. */
export interface OidcBindingTable {
  kind: PersonKind;
  accountId: string;
  /** The provider, and its name of the account: `iss` and `sub` of its tokens. */
  issuer: string;
  subject: string;
  /** `provider`: single sign-on has made the account. A rule of the settings decides about the role of an administrator. */
  roleFrom: 'provider' | 'office';
  createdAt: number;
  /** When the provider ended the last sign-in: the API keys of the account do not work until the next one. Null: they work. */
  keysStoppedAt: Generated<number | null>;
}

/** A sign-in that was begun at the provider; kept for a while after its use, to be counted. */
export interface OidcFlowTable {
  /** SHA-256 of `state`, hex. */
  stateHash: string;
  /** The secrets of this sign-in, the hash of `flow`, and what it is for, sealed. */
  sealed: string;
  /** The network that has begun it, as `networkOf` writes it; '' when it is not known. */
  network: string;
  createdAt: number;
  endsAt: number;
  /** When it was finished, or somebody tried to; null until then. */
  usedAt: number | null;
}

/** What the provider gave to ask it again about the person of a session (ADR 144). The times are by the database's clock. */
export interface OidcGrantTable {
  /** The id of the session, which may still wait for a second factor. */
  session: string;
  kind: PersonKind;
  accountId: string;
  /** The refresh token, sealed. */
  sealed: string;
  createdAt: number;
  /** When the provider is asked next. */
  refreshAt: number;
  /** Until then no other node asks; it is also the number of the attempt. Null between two attempts. */
  takenUntil: number | null;
  /** `on`: nobody knows whether an attempt has used up the refresh token. */
  isUnsure: Generated<OnOff>;
}
