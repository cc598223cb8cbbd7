import { edgeStateWords } from '@adwarden/contract/state-words';
import { VisuallyHidden } from '@mantine/core';
import { formatDateTime } from '../../lib/dates.ts';
import cells from '../../ui/data-table/cells.module.css';
import { type DataTableColumn, dataTableColumns } from '../../ui/data-table/data-table-columns.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { CutText } from '../../ui/text/cut-text.tsx';
import { edgeStateTones, lagInWords } from './edge-words.ts';
import type { SeenEdge } from './edges.api.ts';

const column = dataTableColumns<SeenEdge>();

/** Shows how long ago an edge was seen, and exactly when. */
function Seen({ edge }: { edge: SeenEdge }) {
  const at = formatDateTime(edge.lastSeenAt);
  return (
    <span className={cells.line} data-hint={at}>
      {edge.seenAgo}
      <VisuallyHidden>, {at}</VisuallyHidden>
    </span>
  );
}

/** The columns of the list of edges. */
export const edgeColumns: DataTableColumn<SeenEdge>[] = [
  column.accessor('name', {
    header: 'Name',
    cell: ({ row: { original: edge } }) => <CutText className={cells.name}>{edge.name}</CutText>,
    meta: { card: 'title', grow: 3, minWidth: 140 },
  }),
  column.accessor('versions', {
    header: 'Version',
    cell: ({ row: { original: edge } }) => <CutText>{edge.versions.join(', ')}</CutText>,
    meta: { grow: 1, minWidth: 90 },
  }),
  column.accessor('processes', {
    header: 'Processes',
    cell: ({ row: { original: edge } }) => edge.processes,
    meta: { width: 110 },
  }),
  column.accessor('lagMs', {
    header: 'Lag',
    cell: ({ row: { original: edge } }) => (
      <span className={cells.line}>{lagInWords(edge.lagMs)}</span>
    ),
    meta: { width: 110, hint: 'For how long its ads may be old. Below a second is usual.' },
  }),
  column.accessor('lastSeenAt', {
    header: 'Last seen',
    cell: ({ row: { original: edge } }) => <Seen edge={edge} />,
    meta: { width: 150, brief: 'text' },
  }),
  column.accessor('firstSeenAt', {
    header: 'First seen',
    cell: ({ row: { original: edge } }) => (
      <span className={cells.line}>{formatDateTime(edge.firstSeenAt)}</span>
    ),
    meta: { hidden: true },
  }),
  column.accessor('state', {
    header: 'State',
    cell: ({ row: { original: edge } }) => {
      return (
        <StatusBadge tone={edgeStateTones[edge.state]}>{edgeStateWords[edge.state]}</StatusBadge>
      );
    },
    meta: { width: 110, brief: 'badge' },
  }),
];
