import type { View } from '@adwarden/contract/views/views';
import type { Actor } from '../../http/actor.ts';
import { isoTime } from '../../kit/clock.ts';
import { isMine, seenContent } from './views.policy.ts';
import type { StoredView } from './views.table.ts';

/** Returns a view as it is sent to a person. */
export function presentView(row: StoredView, person: Pick<Actor, 'kind' | 'access' | 'id'>): View {
  const { query, sort, columns } = seenContent(person, row);
  return {
    id: row.id,
    list: row.list,
    name: row.name,
    query,
    sort,
    columns,
    shared: row.shared,
    isDefault: row.isDefault,
    mine: isMine(person, row),
    by: row.ownerName,
    createdAt: isoTime(row.createdAt),
    changedAt: isoTime(row.changedAt),
  };
}
