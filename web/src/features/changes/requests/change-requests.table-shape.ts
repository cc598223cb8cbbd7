import { changeRequestStates } from '@adwarden/contract/change-requests/change-requests';
import { changeRequestWords } from '@adwarden/contract/state-words';
import type { TableQuery, TableShape } from '../../../ui/data-table/table-state.ts';

/** The choice that shows requests of every state. */
const all = 'all';

/** The list of change requests: a part to choose, and an app, which a link sets. */
export const changeRequestTableShape: TableShape = {
  storageKey: 'change-requests',
  sorts: ['createdAt', 'at', 'changedAt'],
  defaultSort: '-createdAt',
  view: {
    name: 'state',
    label: 'State',
    options: [
      { value: 'open', label: 'Open' },
      ...changeRequestStates.map((value) => ({ value, label: changeRequestWords[value] })),
      { value: all, label: 'All' },
    ],
  },
  filters: [{ kind: 'text', name: 'appID', label: 'App ID', whole: true }],
};

/** The table's query as the server takes it: without a state it answers all. */
export function changeRequestsQuestion({ state, ...query }: TableQuery): TableQuery {
  return state === all ? query : { ...query, state };
}
