import type { StoredRequest } from '../../src/features/change-requests/change-requests.table.ts';
import { newId } from '../../src/kit/ids.ts';

/** Returns a scheduled change of an administrator, with a value in every column. */
export const requestOf = (over: Partial<StoredRequest> = {}): StoredRequest => ({
  id: newId(),
  appID: 'app-1',
  appName: 'Tide Clock',
  ownerId: null,
  state: 'scheduled',
  approval: 'off',
  at: 1_000,
  note: 'a note',
  changes: { adsStatus: 'off' },
  before: { adsStatus: 'on' },
  authorKind: 'admin',
  authorId: 'a1',
  authorName: 'Root',
  authorAddress: '192.0.2.1',
  decidedByKind: '',
  decidedById: '',
  decidedByName: '',
  reason: '',
  createdAt: 500,
  changedAt: 500,
  ...over,
});
