import type { PersonKind } from '@adwarden/contract/people/people';
/* The tables of what each person stores (ADR 66), filled by triggers (migration 0028); schema.ts says how columns are written. */

/** What bytes are counted of: each a part of what a person stores. */
export type StoredWhat =
  | 'apps'
  | 'countries'
  | 'users'
  | 'accounts'
  | 'changeRequests'
  | 'batches'
  | 'views'
  | 'icons';

/** How many bytes of something a person stores. What belongs to nobody has the kind `admin` and the id ''. */
export interface StoredBytesTable {
  kind: PersonKind;
  id: string;
  what: StoredWhat;
  bytes: number;
}

/** An icon of somebody's apps, with its bytes; it stays while the icon is stored, also when no app shows it any more. */
export interface OwnerIconTable {
  /** '' for apps of nobody. */
  ownerId: string;
  hash: string;
  /** How many of the apps show it. */
  apps: number;
  bytes: number;
}
