import type { ApiKey } from '@adwarden/contract/api-keys/api-keys';
import { apiKeyStateWords } from '@adwarden/contract/state-words';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import cells from '../../ui/data-table/cells.module.css';
import { type DataTableColumn, dataTableColumns } from '../../ui/data-table/data-table-columns.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { CutText } from '../../ui/text/cut-text.tsx';
import { scopesInWords } from './api-key-words.ts';

const column = dataTableColumns<ApiKey>();

const tones = { on: 'success', ended: 'neutral', off: 'warning' } as const;

const name = column.accessor('name', {
  header: 'Name',
  cell: ({ row: { original: key } }) => <CutText className={cells.name}>{key.name}</CutText>,
  meta: { card: 'title', grow: 3, minWidth: 140 },
});
const person = column.accessor('person.name', {
  id: 'person',
  header: 'Person',
  cell: ({ row: { original: key } }) => <CutText>{key.person.name || key.person.id}</CutText>,
  meta: { grow: 2, minWidth: 130 },
});
const others: DataTableColumn<ApiKey>[] = [
  column.accessor('scopes', {
    header: 'Scopes',
    cell: ({ row: { original: key } }) => <CutText>{scopesInWords(key.scopes)}</CutText>,
    meta: { grow: 2, minWidth: 130, brief: 'text' },
  }),
  column.accessor('addresses', {
    header: 'Addresses',
    cell: ({ row: { original: key } }) =>
      key.addresses.length === 0 ? (
        <span className={cells.quiet}>All</span>
      ) : (
        <CutText className="mono">{key.addresses.join(', ')}</CutText>
      ),
    meta: { grow: 2, minWidth: 120, givesWay: 1 },
  }),
  column.accessor('lastUsedAt', {
    header: 'Last used',
    cell: ({ row: { original: key } }) =>
      key.lastUsedAt === null ? (
        <span className={cells.quiet}>Never</span>
      ) : (
        <span className={cells.line}>{formatDateTime(key.lastUsedAt)}</span>
      ),
    meta: { width: 180 },
  }),
  column.accessor('endsAt', {
    header: 'Ends',
    cell: ({ row: { original: key } }) => (
      <span className={cells.line}>{formatDate(key.endsAt)}</span>
    ),
    meta: { width: 120 },
  }),
  column.accessor('createdAt', {
    header: 'Made',
    cell: ({ row: { original: key } }) => formatDate(key.createdAt),
    meta: { hidden: true },
  }),
  column.accessor('state', {
    header: 'State',
    cell: ({ row: { original: key } }) => (
      <StatusBadge tone={tones[key.state]}>{apiKeyStateWords[key.state]}</StatusBadge>
    ),
    meta: { width: 100, brief: 'badge' },
  }),
];

/** The columns of own keys, and of those of everybody. */
export const apiKeyColumns = { own: [name, ...others], all: [name, person, ...others] };
