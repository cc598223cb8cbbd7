import { actorKinds, changeActions, changeEntities } from '@adwarden/contract/changes';
import type { Query } from '../../lib/http-client.ts';
import type { TableQuery, TableShape } from '../../ui/table-state.ts';
import { actionNames, actorNames, entityNames } from './change-words.ts';

/** What the log can be asked (contract/changes); it has one order, newest first. */
export const changeTableShape: TableShape = {
  sorts: [],
  defaultSort: '-seq',
  filters: [
    { kind: 'dates', name: 'at', label: 'Date', from: 'from', to: 'to' },
    {
      kind: 'select',
      name: 'actorKind',
      label: 'Person',
      options: actorKinds.map((value) => ({ value, label: actorNames[value] })),
    },
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
    // No column: where 'All changes of this' leads.
    { kind: 'text', name: 'key', label: 'Id' },
  ],
};

/** The table's query as the log takes it: what is searched is a person. */
export function changesQuestion({ sort: _, search, ...query }: TableQuery): Query {
  return { ...query, actor: search };
}
