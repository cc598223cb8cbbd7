import { entityNames } from '@adwarden/contract/changes/words';
import {
  type ChangeEventType,
  type EventType,
  entityOfEvent,
  eventTypes,
} from '@adwarden/contract/notifications/events';
import type {
  Delivery,
  WebhookFormat,
  WebhookState,
} from '@adwarden/contract/notifications/webhooks';

/** The state of a webhook in a word, and what its colour means. */
export const webhookStateTones = {
  on: 'success',
  failing: 'warning',
  off: 'neutral',
} as const satisfies Record<WebhookState, string>;

/** The state of a delivery. */
export const deliveryStateTones = {
  delivered: 'success',
  waiting: 'warning',
  failed: 'danger',
} as const satisfies Record<Delivery['state'], string>;

export const formatWords: Record<WebhookFormat, string> = {
  json: 'JSON',
  slack: 'Slack',
  discord: 'Discord',
  teams: 'Microsoft Teams',
};

const eventWords: Record<Exclude<EventType, ChangeEventType>, string> &
  Partial<Record<ChangeEventType, string>> = {
  'pause.began': 'Ads are paused',
  'pause.ended': 'Ads are resumed',
  'finding.opened': 'Something is wrong',
  'finding.closed': 'It is no longer wrong',
  'batch.done': 'A bulk change has ended',
  'key.ends': 'An API key ends soon',
  'change.secret': 'Secrets are read',
  'change.finding': 'A finding is muted',
};

/** An event in words; of a change, the kind of thing that is changed. */
export const eventName = (type: EventType): string =>
  isChange(type) ? (eventWords[type] ?? entityNames[entityOfEvent(type)]) : eventWords[type];

function isChange(type: EventType): type is ChangeEventType {
  return type.startsWith('change.');
}

/** The events of the form: first what people want to know, then each kind of change. */
export const eventGroups: readonly { label: string; types: readonly EventType[] }[] = [
  { label: 'What happens', types: eventTypes.filter((type) => !isChange(type)) },
  { label: 'Each change of', types: eventTypes.filter(isChange) },
];

/** 'All events', or the first ones by name: 'Ads are paused, Ads are resumed and 3 more'. */
export function eventsInWords(types: readonly EventType[]): string {
  if (types.length === eventTypes.length) return 'All events';
  const names = types.slice(0, 2).map(eventName);
  const more = types.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}
