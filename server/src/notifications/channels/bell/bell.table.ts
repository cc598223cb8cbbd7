import type { ChangeRequestState } from '@adwarden/contract/change-requests/change-requests';
import type { BellKind } from '@adwarden/contract/notifications/bell';
import type { EventType } from '@adwarden/contract/notifications/events';
import type { EndedBatch, EndingKey } from '../../../changes/unlogged-events.store.ts';
import type { BellItemTable } from '../../../db/schema.notifications.ts';

/** The events for which the bell rings. */
export const bellEvents: readonly EventType[] = [
  'change.change-request',
  'pause.began',
  'pause.ended',
  'finding.opened',
  'batch.done',
  'change.api-key',
  'key.ends',
  'change.session',
  'change.factor',
  'change.single-sign-on',
  'change.admin',
  'change.user',
];

/** The facts that are stored with an item, because they cannot be read later. The kind decides which fields there are. */
export type BellFacts = Partial<Pick<EndedBatch, 'title' | 'changed' | 'failed'>> &
  Partial<Pick<EndingKey, 'name' | 'days'>> & {
    state?: EndedBatch['state'] | ChangeRequestState;
  };

/** A reason to ring; `causer` is the id of the person who caused it, '' for nobody. */
export type Ring = { kind: BellKind; key: string; facts: BellFacts; causer: string };

/** An item in the form in which it is read. */
export type StoredItem = Pick<BellItemTable, 'kind' | 'key' | 'at' | 'readAt'> & {
  id: number;
  facts: BellFacts;
};
