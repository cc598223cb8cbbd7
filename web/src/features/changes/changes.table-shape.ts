import { actorKinds, changeActions, changeEntities } from '@adwarden/contract/changes/changes';
import { actionNames, entityNames } from '@adwarden/contract/changes/words';
import type { TableQuery, TableShape } from '../../ui/data-table/table-state.ts';
import { actorNames } from './change-words.ts';

/** The filters of the log (contract/changes); its only order is newest first. */
export const changeTableShape: TableShape = {
  storageKey: 'changes',
  sorts: [],
  defaultSort: '-seq',
  filters: [
    { kind: 'dates', name: 'at', label: 'Date', from: 'from', to: 'to' },
    { kind: 'text', name: 'actor', label: 'Person' },
    {
      kind: 'select',
      name: 'action',
      label: 'Action',
      options: changeActions.map((value) => ({ value, label: actionNames[value] })),
    },
    {
      kind: 'select',
      name: 'entity',
      label: 'Kind',
      options: changeEntities.map((value) => ({ value, label: entityNames[value] })),
    },
    // These have no column; 'All changes of this' sets the id.
    {
      kind: 'select',
      name: 'actorKind',
      label: 'Role',
      options: actorKinds.map((value) => ({ value, label: actorNames[value] })),
    },
    { kind: 'text', name: 'key', label: 'Id', whole: true },
  ],
};

/** The table's query without the sort order, because the log has only one. */
export function changesQuestion({ sort: _, ...query }: TableQuery): TableQuery {
  return query;
}
