import type { AccountInList } from '@adwarden/contract/app-ads/app-ads';
import { formatDateTime } from '../../lib/dates.ts';
import { accountPath } from '../../lib/paths.ts';
import cells from '../../ui/data-table/cells.module.css';
import { type DataTableColumn, dataTableColumns } from '../../ui/data-table/data-table-columns.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { CutText } from '../../ui/text/cut-text.tsx';
import { NameLink } from '../../ui/text/name-link.tsx';
import { siteState } from './account-words.ts';

const column = dataTableColumns<AccountInList>();
const none = <span className={cells.quiet}>–</span>;

/** The columns of the list of accounts. */
export const accountColumns: DataTableColumn<AccountInList>[] = [
  column.accessor('account', {
    header: 'Account',
    cell: ({ row: { original: row } }) => (
      <NameLink to={accountPath(row.account)}>{row.account}</NameLink>
    ),
    meta: { card: 'title', grow: 3, minWidth: 140 },
  }),
  column.accessor('apps', {
    header: 'Applications',
    cell: ({ row: { original: row } }) => row.apps.toLocaleString('en'),
    meta: { align: 'end', width: 96 },
  }),
  column.accessor('site', {
    header: 'Site',
    cell: ({ row: { original: row } }) => (row.site ? <CutText>{row.site}</CutText> : none),
    meta: { grow: 3, minWidth: 120, givesWay: 2, brief: 'text' },
  }),
  column.accessor('checkedAt', {
    header: 'Last check',
    cell: ({ row: { original: row } }) =>
      row.checkedAt ? <span className={cells.line}>{formatDateTime(row.checkedAt)}</span> : none,
    meta: { width: 150, givesWay: 1 },
  }),
  column.accessor('missing', {
    header: 'State',
    cell: ({ row: { original: row } }) => {
      const { name, tone } = siteState(row);
      return <StatusBadge tone={tone}>{name}</StatusBadge>;
    },
    meta: { width: 130, brief: 'badge' },
  }),
];
