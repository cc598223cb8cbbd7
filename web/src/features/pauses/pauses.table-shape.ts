import type { TableQuery, TableShape } from '../../ui/data-table/table-state.ts';

/** Active and ended pauses; the only order is that of the server. */
export const pauseTableShape: TableShape = {
  storageKey: 'pauses',
  sorts: [],
  defaultSort: '-createdAt',
  view: {
    name: 'state',
    label: 'Pauses',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'ended', label: 'Ended' },
    ],
  },
  filters: [],
};

/** The table's query without search and sort order, which the list does not have. */
export function pausesQuestion({ sort: _, search: __, ...query }: TableQuery): TableQuery {
  return query;
}
