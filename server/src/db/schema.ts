import type { AdUnitName } from '@adwarden/contract/ad-units';
import type { AppField, OnOff } from '@adwarden/contract/apps';
import type { AdminRole, PersonKind } from '@adwarden/contract/people/people';
import type { Generated, Kysely, Transaction } from 'kysely';
import type {
  ApiKeyTable,
  FactorLinkTable,
  FactorTable,
  InvitationTable,
  KnownCountryTable,
  OidcBindingTable,
  OidcFlowTable,
  OidcGrantTable,
  PasskeyHandleTable,
  RecoveryCodeTable,
  UsedTicketTable,
} from './schema.accounts.ts';
import type { AppAccountTable } from './schema.app-ads.ts';
import type { BatchAppTable, BatchTable } from './schema.batches.ts';
import type {
  BellItemTable,
  EventPositionTable,
  MailSubscriberTable,
  UnloggedEventTable,
  WebhookAlarmTable,
  WebhookCauserTable,
  WebhookDeliveryTable,
  WebhookTable,
} from './schema.notifications.ts';
import type { IdempotencyKeyTable } from './schema.repeats.ts';
import type {
  AppTokenUsageTable,
  AppUsageHourTable,
  AppUsageTable,
  AppWatchTable,
  EdgeTable,
  TrafficComparisonTable,
  TrafficTotalTable,
  UsageSenderTable,
} from './schema.requests.ts';
import type {
  AppFactTable,
  ChangeRequestTable,
  FindingTable,
  KeptTimeTable,
  PauseTable,
} from './schema.safety.ts';
import type { OwnerIconTable, StoredBytesTable } from './schema.stored-bytes.ts';
import type { DefaultViewTable, PastedListTable, SavedViewTable } from './schema.views.ts';

/*
 * Every table of Adwarden, the same in SQLite and PostgreSQL (ADR 13).
 * Columns carry the contract's names. Flags and enums are text, times are epoch milliseconds,
 * structures are JSON text; an absent text is '' and never NULL, so that both databases sort alike.
 */

/** The fields of an app that have a column each: all but the ad units. */
export type AppColumn = Exclude<AppField, AdUnitName>;

/** One registered application (spec, section 3). */
export interface AppTable extends Record<AppColumn, string> {
  appID: string;
  /** JSON object of the filled ad units, by their contract names. */
  adUnits: string;
  /** Content hash of the icon in `icon`, or ''. */
  iconHash: string;
  /** `app_user.id` of the owner; null is nobody. */
  ownerId: string | null;
  /** `change.seq` of the last change of this app. */
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** The tokens that an app accepts: the current one has `until` null, a rotated one is valid until then. */
export interface AppTokenTable {
  token: string;
  appID: string;
  since: number;
  until: number | null;
}

/**
 * A token that was replaced, kept also after its end: `ending` is its last four characters, `digest` its SHA-256. Tokens that a
 * version before migration 0033 replaced have no row.
 */
interface ReplacedTokenTable {
  appID: string;
  digest: string;
  ending: string;
  since: number;
  replacedAt: number;
  /** Its end, which may be in the future. */
  until: number;
}

export interface AppConfigurationTable {
  appID: string;
  /** The countries as typed, without white space. */
  country: string;
  /** The same as alpha-2 codes, deduplicated, joined by commas. */
  countryCodes: string;
  createdAt: number;
  /** `change.seq` of the last change of this configuration. */
  version: number;
}

/** An app owner; `user` alone is a reserved word in PostgreSQL. */
export interface AppUserTable {
  id: string;
  userID: string;
  /** `userID` after NFC and lower-casing: unique. */
  userIDKey: string;
  fullName: string;
  position: string;
  /** argon2id in PHC form, or '' when the user must be given a new password first. */
  passwordHash: string;
  /** The sealed copy that administrators see, or '' (SHOW_PASSWORDS=off, restored users). */
  passwordSealed: string;
  createdAt: number;
  /** Whether an administrator must approve the changes that this owner makes to apps. */
  needsApproval: Generated<OnOff>;
  /** The e-mail address, '' for none, and its form in which it is unique (ADR 140). */
  email: Generated<string>;
  emailKey: Generated<string>;
  /** `change.seq` of the last change of this user. */
  version: number;
}

export interface AdminTable {
  id: string;
  email: string;
  emailKey: string;
  fullName: string;
  /** '' when the administrator must accept an invitation first. */
  passwordHash: string;
  createdAt: number;
  /** `off`: nobody can sign in with it. */
  enabled: Generated<OnOff>;
  /** The end of a password that was made for the administrator, who must change it until then; null for other passwords. */
  passwordEndsAt: Generated<number | null>;
  /** `viewer`: may read, and change nothing (ADR 123). */
  role: Generated<AdminRole>;
  /** `on`: signs in with a password also where `OIDC_ONLY` is on. */
  local: Generated<OnOff>;
  /** Of a disabled one: `provider` when the claim at the provider of single sign-on was lost, so that a sign-in with the claim enables it. */
  disabledBy: Generated<'office' | 'provider'>;
}

interface CategoryTable {
  categoryName: string;
  position: number;
}

/** Global settings by name: `apiMethod` in clear, `ipInfoToken` and `vpnApiKey` sealed. */
interface GlobalSettingTable {
  name: string;
  value: string;
}

interface SessionTable {
  /** SHA-256 of the bearer token, hex. */
  tokenHash: string;
  kind: PersonKind;
  accountId: string;
  createdAt: number;
  lastSeenAt: number;
  /** The id in lists and calls; '' until the session is used, if an older version has opened it. */
  id: Generated<string>;
  /** The address of the sign-in, and its browser in a few words: 'Chrome on Windows'. */
  address: Generated<string>;
  device: Generated<string>;
  /** When somebody last confirmed that it is them: the sign-in, or an answer to being asked again (ADR 136). 0: never. */
  confirmedAt: Generated<number>;
  /** Until when one write of the own second factors needs no further answer; null: it needs one. */
  factorWriteUntil: number | null;
  /** How the sign-in began: with a password, or at the provider of single sign-on (ADR 142). */
  way: Generated<'password' | 'oidc'>;
  /** `on`: the provider says that the sign-in there had a second factor. */
  isStrong: Generated<OnOff>;
  /** When the session ends in any case; null: with `SESSION_DAYS`. */
  endsAt: Generated<number | null>;
}

/** One wrong password, or one that is being checked now; old rows are deleted after the throttle's window. */
interface SignInFailureTable {
  id: Generated<number>;
  kind: PersonKind;
  /** The e-mail or login id in the form in which it is compared, cut to its maximum length. */
  account: string;
  /** The network as `networkOf` writes it; '' when it is not known. */
  address: string;
  at: number;
  /**
   * The purpose of the password: signing in, or changing the password. `invitation`: not a password, but a link that is not
   * valid; `account` is the hash of its token. `second-factor`: a code, after a right password; kept for a day. `passkey`:
   * a sign-in that was begun with a passkey, or a wrong passkey; without an account. Each purpose is
   * counted separately.
   */
  purpose: Generated<'sign-in' | 'change' | 'invitation' | 'second-factor' | 'passkey'>;
}

/** A network that an account has signed in from; deleted after `limits.signIn.knownDays`. */
export interface KnownNetworkTable {
  kind: PersonKind;
  accountId: string;
  /** The network as `networkOf` writes it. */
  network: string;
  lastAt: number;
}

interface IconTable {
  hash: string;
  bytes: Uint8Array;
  createdAt: number;
}

/** The one log of changes (ADR 2). */
export interface ChangeTable {
  seq: Generated<number>;
  at: number;
  actorKind: string;
  actorId: string;
  actorName: string;
  address: string;
  entity: string;
  key: string;
  action: string;
  /** JSON of the full row after the change (before it, for a delete). */
  row: string;
  /** The batch that made the change; null if none did. */
  batch: Generated<string | null>;
  /** The id and the name of the API key with which it was made; null without one. */
  viaKey: Generated<string | null>;
  viaName: Generated<string | null>;
}

/** Facts of this database itself: `epoch` (random, changed by a restore). */
interface MetaTable {
  name: string;
  value: string;
}

/**
 * The columns by which lists of apps search, filter and sort, narrow and indexed. Triggers derive them from the tables above
 * (migrations/search-index); no store writes them, except `requests7d` and `allowed7d`. Keys are in lower case (ASCII).
 */
export interface AppListTable {
  /** The row's number in `app_search`. */
  id: Generated<number>;
  appID: string;
  nameKey: string;
  packageKey: string;
  accountKey: string;
  /** The owner's full name, '' for nobody. */
  ownerKey: string;
  ownerId: string | null;
  /** The current token. */
  authToken: string;
  category: string;
  adsStatus: string;
  appStatus: string;
  visibleExtra: string;
  ipAddress: string;
  createdAt: number;
  /** The configured countries, '' for none. */
  countryKey: string;
  /** `createdAt` of the app's configuration; null means not configured. */
  configuredAt: number | null;
  /** The keys in the form that searches compare (ADR 89), made by the database; null when that equals the key. */
  nameFold: Generated<string | null>;
  packageFold: Generated<string | null>;
  accountFold: Generated<string | null>;
  ownerFold: Generated<string | null>;
  /** The requests of the last seven days, up to an hour old. */
  requests7d: Generated<number>;
  /** The number of these that no rule of country or VPN turned off; null until they are counted. */
  allowed7d: Generated<number | null>;
  /** The time of the app's last change. */
  updatedAt: Generated<number>;
}

/** The text index of apps; its rows are numbered like `app_list`. Only `text-search.ts` queries it. */
interface AppSearchTable {
  rowid: number;
}

/** The text index of users' names. Only `text-search.ts` queries it. */
interface UserSearchTable {
  id: string;
}

/** The text index of the log, one row per entry (migrations/0006). Only `text-search.ts` queries it. */
interface ChangeSearchTable {
  rowid: number;
}

export interface Schema {
  app: AppTable;
  app_token: AppTokenTable;
  replaced_token: ReplacedTokenTable;
  app_configuration: AppConfigurationTable;
  app_user: AppUserTable;
  admin: AdminTable;
  category: CategoryTable;
  global_setting: GlobalSettingTable;
  session: SessionTable;
  sign_in_failure: SignInFailureTable;
  known_network: KnownNetworkTable;
  known_country: KnownCountryTable;
  invitation: InvitationTable;
  api_key: ApiKeyTable;
  factor: FactorTable;
  passkey_handle: PasskeyHandleTable;
  recovery_code: RecoveryCodeTable;
  used_ticket: UsedTicketTable;
  factor_link: FactorLinkTable;
  oidc_binding: OidcBindingTable;
  oidc_flow: OidcFlowTable;
  oidc_grant: OidcGrantTable;
  icon: IconTable;
  change: ChangeTable;
  meta: MetaTable;
  app_list: AppListTable;
  app_search: AppSearchTable;
  user_search: UserSearchTable;
  change_search: ChangeSearchTable;
  app_usage: AppUsageTable;
  app_usage_hour: AppUsageHourTable;
  app_token_usage: AppTokenUsageTable;
  traffic_total: TrafficTotalTable;
  traffic_comparison: TrafficComparisonTable;
  usage_sender: UsageSenderTable;
  edge: EdgeTable;
  app_watch: AppWatchTable;
  finding: FindingTable;
  app_fact: AppFactTable;
  app_account: AppAccountTable;
  pause: PauseTable;
  change_request: ChangeRequestTable;
  batch: BatchTable;
  batch_app: BatchAppTable;
  saved_view: SavedViewTable;
  default_view: DefaultViewTable;
  pasted_list: PastedListTable;
  idempotency_key: IdempotencyKeyTable;
  unlogged_event: UnloggedEventTable;
  event_position: EventPositionTable;
  webhook: WebhookTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_causer: WebhookCauserTable;
  webhook_alarm: WebhookAlarmTable;
  bell_item: BellItemTable;
  mail_subscriber: MailSubscriberTable;
  stored_bytes: StoredBytesTable;
  owner_icon: OwnerIconTable;
  kept_time: KeptTimeTable;
}

/** The database, or a transaction: stores take either as their first argument. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;
