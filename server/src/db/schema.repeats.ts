import type { PersonKind } from '@adwarden/contract/people/people';
/* The table of calls that may be sent again (ADR 90); schema.ts says how columns are written. */

/** A call with an `Idempotency-Key` that created something. */
export interface IdempotencyKeyTable {
  /** The person who sent it: the same key of another person is another key. */
  kind: PersonKind;
  accountId: string;
  key: string;
  /** A sealed SHA-256 of the call, because a body may have a password. */
  digest: string;
  /** The id of what was created. */
  madeId: string;
  /** By the database's clock. */
  at: number;
}
