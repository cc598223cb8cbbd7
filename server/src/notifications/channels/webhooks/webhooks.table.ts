import type { EventType } from '@adwarden/contract/notifications/events';
import type { SentEvent } from '@adwarden/contract/notifications/sent-event';
import type { Selectable } from 'kysely';
import type { WebhookDeliveryTable, WebhookTable } from '../../../db/schema.notifications.ts';

/** A webhook with parsed JSON. */
export type StoredWebhook = Omit<Selectable<WebhookTable>, 'events'> & { events: EventType[] };

/** The sealed parts of a webhook. */
export type Hidden = { url: string; secret: string };

/** Returns the purpose with which URL and secret are sealed, so that they cannot be opened in the row of another webhook. */
export const sealPurpose = (id: string): string => `webhook:${id}`;

/** A delivery in the form in which it is read. */
export type StoredDelivery = Omit<Selectable<WebhookDeliveryTable>, 'event'> & {
  event: SentEvent;
};

/** The result of a try. `status` is null without an answer; `error` is '' when the receiver took it. */
export type Outcome = {
  status: number | null;
  error: string;
  ms: number;
  retryAfterMs: number | null;
};

/** Returns a webhook in the form that an entry of the log has. */
export function loggedWebhook(row: StoredWebhook): object {
  const { name, host, format, events, enabled, offReason } = row;
  return { name, host, format, events, enabled, offReason };
}

/** The columns of a webhook whose last try did not fail. */
export const notFailing = { tries: 0, failingSince: null, lastError: '', nextAt: 0 };
