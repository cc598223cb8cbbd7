import { nameOfCode } from '@adwarden/contract/country-rule';
import type { OpenSession } from '@adwarden/contract/open-sessions';
import { formatDateTime } from '../../lib/dates.ts';
import cells from '../../ui/data-table/cells.module.css';
import { type DataTableColumn, dataTableColumns } from '../../ui/data-table/data-table-columns.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { CutText } from '../../ui/text/cut-text.tsx';

const column = dataTableColumns<OpenSession>();

/** Names the browser of a session. */
export const deviceName = ({ device }: OpenSession): string => device || 'Unknown device';

/** The columns of the list of open sessions. */
export const openSessionColumns: DataTableColumn<OpenSession>[] = [
  column.accessor('device', {
    header: 'Device',
    cell: ({ row: { original: session } }) => (
      <CutText className={cells.name}>{deviceName(session)}</CutText>
    ),
    meta: { card: 'title', grow: 3, minWidth: 160 },
  }),
  column.accessor('country', {
    header: 'Country',
    cell: ({ row: { original: session } }) =>
      session.country === null ? (
        <span className={cells.quiet}>Unknown</span>
      ) : (
        <CutText>{nameOfCode(session.country)}</CutText>
      ),
    meta: { grow: 2, minWidth: 110, brief: 'text' },
  }),
  column.accessor('address', {
    header: 'Address',
    cell: ({ row: { original: session } }) => (
      <CutText className="mono">{session.address || '–'}</CutText>
    ),
    meta: { grow: 2, minWidth: 120, givesWay: 1 },
  }),
  column.accessor('since', {
    header: 'Since',
    cell: ({ row: { original: session } }) => (
      <span className={cells.line}>{formatDateTime(session.since)}</span>
    ),
    meta: { width: 180 },
  }),
  column.accessor('lastUsedAt', {
    header: 'Last used',
    cell: ({ row: { original: session } }) =>
      session.isThis ? (
        <StatusBadge tone="success">Now (this one)</StatusBadge>
      ) : (
        <span className={cells.line}>{formatDateTime(session.lastUsedAt)}</span>
      ),
    meta: { width: 180, brief: 'badge' },
  }),
];
