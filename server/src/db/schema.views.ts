import type { OnOff } from '@adwarden/contract/apps';
import type { PersonKind } from '@adwarden/contract/people/people';
import type { ViewList } from '@adwarden/contract/views/views';

/* The tables of saved views (ADR 39) and pasted lists (ADR 82); schema.ts says how columns are written. */

/** A saved view of a list. */
export interface SavedViewTable {
  id: string;
  list: ViewList;
  name: string;
  /** `name` in the form in which names are compared. */
  nameKey: string;
  /** JSON object of the search and the filters, by parameter. */
  query: string;
  sort: string;
  /** JSON array of the columns, or '' for the usual ones. */
  columns: string;
  /** Whether all administrators see it. */
  shared: OnOff;
  /** The person who made it, even if the account is gone. */
  ownerKind: PersonKind;
  ownerId: string;
  ownerName: string;
  createdAt: number;
  changedAt: number;
}

/** The view with which a list opens for a person. */
export interface DefaultViewTable {
  kind: PersonKind;
  accountId: string;
  list: ViewList;
  viewId: string;
}

/** Texts by which a list of apps is filtered. */
export interface PastedListTable {
  id: string;
  ownerKind: PersonKind;
  ownerId: string;
  /** SHA-256 of `terms`: a person has each list once. */
  digest: string;
  /** JSON array of texts. */
  terms: string;
  /** The time when it was last pasted, by the database's clock. */
  usedAt: number;
}
