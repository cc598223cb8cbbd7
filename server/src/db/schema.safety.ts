import type { OnOff } from '@adwarden/contract/apps';
import type { ChangeRequestState } from '@adwarden/contract/change-requests/change-requests';
import type { ActorKind } from '@adwarden/contract/changes/changes';
import type { FindingRule } from '@adwarden/contract/findings/rules';
import type { StoredScope } from '@adwarden/contract/pauses/pauses';
import type { PersonKind } from '@adwarden/contract/people/people';

/* The tables of pauses, change requests and findings; schema.ts says how columns are written. */

/** Something that is probably wrong (ADR 36). */
export interface FindingTable {
  /** '' is the installation. */
  appID: string;
  rule: FindingRule;
  /** '' is the app as a whole. */
  field: string;
  /** The place of the severity in the contract's list: 0 is the worst. */
  rank: number;
  detail: string;
  /** What it rests on: when this changes, it is no longer muted. */
  facts: string;
  /** Some other apps that it is about: their IDs, joined by spaces. */
  apps: string;
  since: number;
  /** Null while it is open. */
  mutedAt: number | null;
  mutedByKind: string;
  mutedById: string;
  mutedBy: string;
  muteReason: string;
}

/** By what an app is found by others with the same (ADR 36). Follows from table `app`. */
export interface AppFactTable {
  /** `unit`: an ad unit; `package`: a package name in lower case; `account`: an account name as it is compared. */
  kind: 'unit' | 'package' | 'account';
  value: string;
  appID: string;
  /** Of an account: the name as written, and the publishers of the app's ad units, a line each. */
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
  /** For whom it was made: whose the app was then. Null is nobody, not known, or whoever gets the app before it is applied. */
  ownerId: string | null;
  state: ChangeRequestState;
  /** Whether an administrator must approve it. */
  approval: OnOff;
  /** When it is applied; null is at its approval. */
  at: number | null;
  note: string;
  /** JSON objects: the wanted values by field, and the values that these fields are expected to have until then. */
  changes: string;
  before: string;
  authorKind: PersonKind;
  authorId: string;
  authorName: string;
  authorAddress: string;
  /** Who approved, rejected, applied or cancelled it last; '' everywhere for nobody. */
  decidedByKind: PersonKind | '';
  decidedById: string;
  decidedByName: string;
  /** Why it was rejected or is not applied. */
  reason: string;
  /** By the database's clock, as `changedAt`, the time of its last state. */
  createdAt: number;
  changedAt: number;
}

/**
 * A pause of ads (ADR 34). The entries of the log say the same of its beginning and its end. A pause of some apps is a row
 * of scope `app` without a key, which covers none, and one of each app that continues it (ADR 79): a node that does not
 * know such a pause stops the same apps, and ends all of them with the first row.
 */
export interface PauseTable {
  id: string;
  scope: StoredScope;
  /** As it was given: an account name, an owner's id or an app ID; '' for all apps. Of some apps: their names in short. */
  value: string;
  /** What apps are compared with: `value`, an account name folded. */
  key: string;
  reason: string;
  createdAt: number;
  createdByKind: ActorKind;
  createdByName: string;
  /** Null for pauses of releases that did not store it. */
  createdById: string | null;
  /**
   * The pause of an account or an owner that covered this app before an edit, or the one of some apps that names it; this
   * one ends with it.
   */
  continues: string | null;
  until: number | null;
  endedAt: number | null;
  endedByKind: ActorKind | null;
  endedByName: string | null;
  /** Null for the system, and for pauses that ended before this was stored. */
  endedById: string | null;
}

/** The time as the office has kept it (ADR 64): one row. Times are epoch milliseconds of the database's clock. */
export interface KeptTimeTable {
  /** 1. */
  id: number;
  /** The last time that was believed. */
  minute: number;
  /** The same, and what has really passed since. */
  expected: number;
  /** How many milliseconds servers have run on this database, by clocks that nobody can set. */
  ran: number;
  /** The time by which history is deleted, and what `ran` was when it was moved. */
  bound: number;
  boundRan: number;
  /** What `ran` was when two more days were granted; null for never. */
  grantedRan: number | null;
}
