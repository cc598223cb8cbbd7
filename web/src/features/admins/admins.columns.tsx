import type { Admin } from '@adwarden/contract/admins/admins';
import { adminRoleWords, adminStateWords } from '@adwarden/contract/state-words';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import cells from '../../ui/data-table/cells.module.css';
import { type DataTableColumn, dataTableColumns } from '../../ui/data-table/data-table-columns.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { CutText } from '../../ui/text/cut-text.tsx';
import { waitsFor } from './waits-for.ts';

const column = dataTableColumns<Admin>();

const tones = { on: 'success', invited: 'accent', off: 'neutral' } as const;

/** Returns the columns of the list of administrators; `ownId` is the account that is signed in. */
export const adminColumns = (ownId: string): DataTableColumn<Admin>[] => [
  column.accessor('fullName', {
    header: 'Full Name',
    cell: ({ row: { original: admin } }) => (
      <CutText className={cells.name}>
        {admin.id === ownId ? `${admin.fullName} (you)` : admin.fullName}
      </CutText>
    ),
    meta: { card: 'title', grow: 3, minWidth: 140 },
  }),
  column.accessor('email', {
    header: 'Email',
    cell: ({ row: { original: admin } }) => <CutText>{admin.email}</CutText>,
    meta: { grow: 3, minWidth: 160 },
  }),
  column.accessor('mustSetUp', {
    header: 'Waits for',
    cell: ({ row: { original: admin } }) => {
      const words = waitsFor(admin);
      return words ? <CutText>{words}</CutText> : <span className={cells.quiet}>–</span>;
    },
    meta: { grow: 2, minWidth: 210, givesWay: 1 },
  }),
  column.accessor('lastSignInAt', {
    header: 'Last sign-in',
    cell: ({ row: { original: admin } }) =>
      admin.lastSignInAt === null ? (
        <span className={cells.quiet}>Not in 30 days</span>
      ) : (
        <span className={cells.line}>{formatDateTime(admin.lastSignInAt)}</span>
      ),
    meta: { width: 170, brief: 'text' },
  }),
  column.accessor('createdAt', {
    header: 'Added',
    cell: ({ row: { original: admin } }) => formatDate(admin.createdAt),
    meta: { hidden: true },
  }),
  column.accessor('role', {
    header: 'Role',
    cell: ({ row: { original: admin } }) => adminRoleWords[admin.role],
    meta: { width: 120, brief: 'text' },
  }),
  column.accessor('state', {
    header: 'State',
    cell: ({ row: { original: admin } }) => (
      <StatusBadge tone={tones[admin.state]}>{adminStateWords[admin.state]}</StatusBadge>
    ),
    meta: { width: 110, brief: 'badge' },
  }),
];
