import type { Delivery, Webhook } from '@adwarden/contract/notifications/webhooks';
import { hiddenPassword } from '@adwarden/contract/users';
import { isoTime, isoTimeOrNull } from '../../../kit/clock.ts';
import { type Reader, seenSecret } from '../../../sight/secrets.policy.ts';
import type { Hidden, StoredDelivery, StoredWebhook } from './webhooks.table.ts';

/** Presents a webhook for the answer to a person; `hidden` is null when its key is lost. */
export function presentWebhook(
  reader: Reader,
  row: StoredWebhook,
  hidden: Pick<Hidden, 'url'> | null,
): Webhook {
  const { id, name, events, format, offReason, failingSince, nextAt, lastError } = row;
  const enabled = row.enabled === 'on';
  const isFailing = enabled && failingSince !== null;
  return {
    id,
    name,
    url: seenSecret(reader, hidden?.url ?? hiddenPassword),
    events,
    format,
    enabled,
    state: isFailing ? 'failing' : enabled ? 'on' : 'off',
    offReason,
    failingSince: isFailing ? isoTimeOrNull(failingSince) : null,
    nextTryAt: isFailing ? isoTime(nextAt) : null,
    lastError: isFailing ? lastError : '',
    createdBy: row.createdByName,
    createdAt: isoTime(row.createdAt),
    changedAt: isoTime(row.changedAt),
  };
}

/** Presents a delivery for the answer. */
export function presentDelivery(row: Omit<StoredDelivery, 'webhookId' | 'event'>): Delivery {
  const { id, kind, eventId, type, text, urgent, state, status, error, tries, ms } = row;
  return {
    id: String(id),
    kind,
    event: { id: eventId, type, text },
    urgent: urgent === 'on',
    state,
    status,
    error,
    tries,
    ms,
    firstAt: isoTime(row.firstAt),
    lastAt: isoTime(row.lastAt),
  };
}
