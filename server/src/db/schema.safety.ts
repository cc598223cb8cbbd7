import type { OnOff } from '@adwarden/contract/apps';
import type { ChangeRequestState } from '@adwarden/contract/change-requests/change-requests';
import type { ActorKind } from '@adwarden/contract/changes/changes';
import type { FindingRule } from '@adwarden/contract/findings/rules';
import type { StoredScope } from '@adwarden/contract/pauses/pauses';
import type { PersonKind } from '@adwarden/contract/people/people';

/* The tables of pauses, change requests and findings; schema.ts says how columns are written. */

/** Something that is probably wrong (ADR 36). */
export interface FindingTable {
  /** The app ID; '' is the installation. */
  appID: string;
  rule: FindingRule;
  /** The field; '' is the app as a whole. */
  field: string;
  /** The place of the severity in the contract's list: 0 is the worst. */
  rank: number;
  detail: string;
  /** The facts that it rests on: when they change, it is no longer muted. */
  facts: string;
  /** Some other apps that it mentions: their IDs, joined by spaces. */
  apps: string;
  since: number;
  /** Null while it is open. */
  mutedAt: number | null;
  mutedByKind: string;
  mutedById: string;
  mutedBy: string;
  muteReason: string;
}

/** A value by which an app finds others with the same value (ADR 36). Derived from table `app`. */
export interface AppFactTable {
  /** `unit`: an ad unit; `package`: a package name in lower case; `account`: an account name as it is compared. */
  kind: 'unit' | 'package' | 'account';
  value: string;
  appID: string;
  /** For an account: the name as written, and the publishers of the app's ad units, one per line. */
  detail: string;
}

/**
 * An edit of an app that is applied later (ADR 35). It refers to no other table, because it outlives its app and its
 * author; `appName` and `authorName` are their names when it was requested.
 */
export interface ChangeRequestTable {
  id: string;
  appID: string;
  appName: string;
  /** The owner of the app at the time of the request. Null is nobody, not known, or whoever gets the app before it is applied. */
  ownerId: string | null;
  state: ChangeRequestState;
  /** Whether an administrator must approve it. */
  approval: OnOff;
  /** The time of its application; null is at its approval. */
  at: number | null;
  note: string;
  /** JSON objects: the wanted values by field, and the values that these fields are expected to have until then. */
  changes: string;
  before: string;
  authorKind: PersonKind;
  authorId: string;
  authorName: string;
  authorAddress: string;
  /** The person who last approved, rejected, applied or cancelled it; '' everywhere for nobody. */
  decidedByKind: PersonKind | '';
  decidedById: string;
  decidedByName: string;
  /** The reason why it was rejected or is not applied. */
  reason: string;
  /** By the database's clock, like `changedAt`, the time of its last state. */
  createdAt: number;
  changedAt: number;
}

/**
 * A pause of ads (ADR 34). The log also has entries of its beginning and its end. A pause of some apps is a row of scope `app`
 * without a key, which covers none, and one row for each app, which continues the first one (ADR 79): a node that does not know
 * such pauses stops the same apps, and ends all of them with the first row.
 */
export interface PauseTable {
  id: string;
  scope: StoredScope;
  /**
   * The value as entered: an account name, an owner's id or an app ID; '' for all apps. For a pause of some apps: their names in
   * short.
   */
  value: string;
  /** The value that apps are compared with: `value`, an account name folded. */
  key: string;
  reason: string;
  createdAt: number;
  createdByKind: ActorKind;
  createdByName: string;
  /** Null for pauses of older releases that did not store it. */
  createdById: string | null;
  /**
   * The pause that this one ends with: the pause of an account or an owner that covered this app before an edit, or the pause of
   * some apps that names it.
   */
  continues: string | null;
  until: number | null;
  endedAt: number | null;
  endedByKind: ActorKind | null;
  endedByName: string | null;
  /** Null for the system, and for pauses that ended before this was stored. */
  endedById: string | null;
}

/** The time that the office keeps (ADR 64): one row. Times are epoch milliseconds of the database's clock. */
export interface KeptTimeTable {
  /** Always 1. */
  id: number;
  /** The last time that was believed. */
  minute: number;
  /** The last believed time, and what has really passed since. */
  expected: number;
  /** The milliseconds that servers have run on this database, by clocks that nobody can set. */
  ran: number;
  /** The time by which history is deleted, and the value of `ran` when it was moved. */
  bound: number;
  boundRan: number;
  /** The value of `ran` when two more days were granted; null for never. */
  grantedRan: number | null;
}
