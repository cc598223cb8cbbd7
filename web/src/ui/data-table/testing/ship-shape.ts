import type { TableShape } from '../table-state.ts';

/** A list of ships with every kind of filter, for tests and the gallery. */
export const shipShape: TableShape = {
  storageKey: 'ships',
  sorts: ['name', 'crew', 'built'],
  defaultSort: 'name',
  view: {
    name: 'fleet',
    label: 'Fleet',
    options: [
      { value: 'ours', label: 'Ours' },
      { value: 'sold', label: 'Sold' },
    ],
  },
  filters: [
    { kind: 'text', name: 'name', label: 'Name' },
    { kind: 'numbers', name: 'crew', label: 'Crew', from: 'crewFrom', to: 'crewTo' },
    { kind: 'dates', name: 'built', label: 'Built', from: 'builtFrom', to: 'builtTo' },
    {
      kind: 'select',
      name: 'atSea',
      label: 'Status',
      options: [
        { value: 'yes', label: 'At sea' },
        { value: 'no', label: 'In port' },
      ],
    },
  ],
};
