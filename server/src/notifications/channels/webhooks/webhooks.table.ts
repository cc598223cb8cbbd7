import type { EventType } from '@adwarden/contract/notifications/events';
import type { SentEvent } from '@adwarden/contract/notifications/sent-event';
import type { Selectable } from 'kysely';
import type { WebhookDeliveryTable, WebhookTable } from '../../../db/schema.notifications.ts';

/** A webhook with its JSON read. */
export type StoredWebhook = Omit<Selectable<WebhookTable>, 'events'> & { events: EventType[] };

/** What is sealed of a webhook. */
export type Hidden = { url: string; secret: string };

/** The purpose with which URL and secret are sealed: so they cannot be opened in the row of another webhook. */
export const sealPurpose = (id: string): string => `webhook:${id}`;

/** A delivery as it is read. */
export type StoredDelivery = Omit<Selectable<WebhookDeliveryTable>, 'event'> & {
  event: SentEvent;
};

/** How a try ended. `status` is null without an answer; `error` is '' when the receiver took it. */
export type Outcome = {
  status: number | null;
  error: string;
  ms: number;
  retryAfterMs: number | null;
};

/** A webhook as an entry of the log has it. */
export function loggedWebhook(row: StoredWebhook): object {
  const { name, host, format, events, enabled, offReason } = row;
  return { name, host, format, events, enabled, offReason };
}

/** Of a webhook whose last try did not fail. */
export const notFailing = { tries: 0, failingSince: null, lastError: '', nextAt: 0 };
