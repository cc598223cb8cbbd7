import type { OnOff } from '@adwarden/contract/apps';
import type { BellKind } from '@adwarden/contract/notifications/bell';
import type { EventType } from '@adwarden/contract/notifications/events';
import type { WebhookFormat } from '@adwarden/contract/notifications/webhooks';
import type { PersonKind } from '@adwarden/contract/people/people';
import type { Generated } from 'kysely';

/* The tables of what happens after a change (ADR 57); schema.ts says how columns are written. */

/** An event that has no entry in the log of changes. */
export interface UnloggedEventTable {
  id: Generated<number>;
  /** By the database's clock. */
  at: number;
  type: EventType;
  /** The subject: an app ID ('' is the installation), or the id of a batch. */
  key: string;
  /** JSON of `UnloggedEvent['facts']`. */
  facts: string;
  /** The last entry of the log at that time: the event comes after it, and before the next one. */
  afterSeq: number;
  /** The id of the person who caused it, or whose app it is about; '' for nobody. */
  causer: Generated<string>;
}

/** The position of a follower: it has read the log up to `seq`, and the events without an entry up to `unlogged`. */
export interface EventPositionTable {
  follower: string;
  seq: number;
  unlogged: number;
}

/** A webhook: its receiver, and its position in the events. */
export interface WebhookTable {
  id: string;
  name: string;
  /** Sealed JSON of URL and secret: whoever knows the URL of a chat can write there. */
  sealed: string;
  /** The host of the URL, for people. */
  host: string;
  format: WebhookFormat;
  /** JSON array of event types. */
  events: string;
  enabled: OnOff;
  /** The reason why Adwarden turned it off; '' when a person did, and while it is on. */
  offReason: string;
  createdById: string;
  createdByName: string;
  createdAt: number;
  changedAt: number;
  /** The position up to which its events are delivered, as in `event_position`. */
  seq: number;
  unlogged: number;
  /** The number of failed deliveries of its next event. */
  tries: number;
  /** The time of the first failure; null if it did not fail. */
  failingSince: number | null;
  /** The reason of the last failure; '' if it did not fail. */
  lastError: string;
  /** The time of the next try. */
  nextAt: number;
  /** The position up to which its events were searched for alarms, as in `event_position`. */
  alarmSeq: Generated<number>;
  alarmUnlogged: Generated<number>;
  /** The number of times that its position or that of a causer was stored. */
  steps: Generated<number>;
}

/** The position of a webhook in the events of one person, when that is further than the webhook itself. */
export interface WebhookCauserTable {
  webhookId: string;
  /** The id of a person; '' for nobody. */
  causer: string;
  seq: number;
  unlogged: number;
}

/** An alarm that is sent to a webhook ahead of its turn, until its turn has come. */
export interface WebhookAlarmTable {
  webhookId: string;
  /** The number of its entry in the log; 0 for an event without one. */
  seq: number;
  /** The number of an event without an entry; else 0. */
  unlogged: number;
  causer: string;
  /** The subject; of two alarms about the same subject, a chat gets the earlier one first. */
  thing: string;
  /** 0: of an administrator or the installation. 1: caused by an owner. */
  rank: number;
  /** The time when it happened. */
  at: number;
  tries: number;
  nextAt: number;
  /** The time when the receiver took it; null before. */
  arrivedAt: number | null;
}

/** The result of an event at a webhook. */
export interface WebhookDeliveryTable {
  id: Generated<number>;
  webhookId: string;
  kind: 'event' | 'again' | 'test';
  eventId: string;
  type: string;
  text: string;
  /** The event as JSON, for sending it again. */
  event: string;
  state: 'delivered' | 'waiting' | 'failed';
  /** The HTTP status of the last try; null without an answer. */
  status: number | null;
  error: string;
  tries: number;
  ms: number;
  firstAt: number;
  lastAt: number;
  /** Whether it was sent ahead of its turn. */
  urgent: Generated<OnOff>;
}

/** An item in the bell of a person; at most one per kind and thing. Names are read when it is shown. */
export interface BellItemTable {
  id: Generated<number>;
  accountKind: PersonKind;
  accountId: string;
  kind: BellKind;
  /** The id of the change request, batch or pause; an app ID, '' for the installation. */
  key: string;
  /** By the database's clock, like `readAt`. */
  at: number;
  /** JSON of facts of that time that cannot be read later. */
  facts: string;
  readAt: number | null;
  /** The id of the person who caused it; '' for nobody. */
  causer: Generated<string>;
}

/** An administrator who gets a daily mail of new errors. */
export interface MailSubscriberTable {
  adminId: string;
  /** The event without an entry up to which mails have reported. */
  unlogged: number;
  /** The time when the next mail is sent or tried again; by the database's clock, like all times here. */
  dueAt: number;
  sentAt: number | null;
  /** The time since which mails are refused, and the reason; null and '' when they are not. */
  failingSince: number | null;
  lastError: string;
}
