import type { EventType } from '@adwarden/contract/notifications/events';
import type { Generated } from 'kysely';

/* The tables of what happens after a change (ADR 57); schema.ts says how columns are written. */

/** An event that has no entry in the log of changes. */
export interface UnloggedEventTable {
  id: Generated<number>;
  /** By the database's clock. */
  at: number;
  type: EventType;
  /** What it is about: an app ID ('' is the installation), or the id of a batch. */
  key: string;
  /** JSON of `UnloggedEvent['facts']`. */
  facts: string;
  /** The last entry of the log at that time: the event comes after it, and before the next one. */
  afterSeq: number;
}

/** How far a follower has read: the log up to `seq`, and the events without an entry up to `unlogged`. */
export interface EventPositionTable {
  follower: string;
  seq: number;
  unlogged: number;
}
