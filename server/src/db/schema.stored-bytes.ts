import type { PersonKind } from '@adwarden/contract/people/people';
/* The tables of what each person stores (ADR 66), filled by triggers (migration 0028); schema.ts says how columns are written. */

/** The kinds of data whose bytes are counted for a person. */
export type StoredWhat =
  | 'apps'
  | 'countries'
  | 'users'
  | 'accounts'
  | 'changeRequests'
  | 'batches'
  | 'views'
  | 'icons';

/** The bytes of one kind of data that a person stores. Data that belongs to nobody has the kind `admin` and the id ''. */
export interface StoredBytesTable {
  kind: PersonKind;
  id: string;
  what: StoredWhat;
  bytes: number;
}

/** An icon of somebody's apps, with its bytes. The row stays while the icon is stored, even when no app shows it any more. */
export interface OwnerIconTable {
  /** The owner's id; '' for apps of nobody. */
  ownerId: string;
  hash: string;
  /** The number of apps that show it. */
  apps: number;
  bytes: number;
}
