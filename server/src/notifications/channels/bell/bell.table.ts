import type { ChangeRequestState } from '@adwarden/contract/change-requests/change-requests';
import type { BellKind } from '@adwarden/contract/notifications/bell';
import type { EventType } from '@adwarden/contract/notifications/events';
import type { EndedBatch } from '../../../changes/unlogged-events.store.ts';
import type { BellItemTable } from '../../../db/schema.notifications.ts';

/** What the bell is about. */
export const bellEvents: readonly EventType[] = [
  'change.change-request',
  'pause.began',
  'pause.ended',
  'finding.opened',
  'batch.done',
];

/** What is stored with an item, because it cannot be read later. Which fields it has depends on the kind. */
export type BellFacts = Partial<Pick<EndedBatch, 'title' | 'changed' | 'failed'>> & {
  state?: EndedBatch['state'] | ChangeRequestState;
};

/** Something to ring for; `causer` is the id of the person who caused it, '' for nobody. */
export type Ring = { kind: BellKind; key: string; facts: BellFacts; causer: string };

/** An item as it is read. */
export type StoredItem = Pick<BellItemTable, 'kind' | 'key' | 'at' | 'readAt'> & {
  id: number;
  facts: BellFacts;
};
