import type { ChangeRequest } from '@adwarden/contract/change-requests/change-requests';
import { changeRequestWords } from '@adwarden/contract/state-words';
import { appPath } from '../../../lib/app-tabs.ts';
import { formatDate, formatTime } from '../../../lib/dates.ts';
import type { Role } from '../../../lib/role.ts';
import cells from '../../../ui/data-table/cells.module.css';
import {
  type DataTableColumn,
  dataTableColumns,
} from '../../../ui/data-table/data-table-columns.ts';
import { AllCheckbox, RowCheckbox } from '../../../ui/data-table/row-selection.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { CutText } from '../../../ui/text/cut-text.tsx';
import { NameLink } from '../../../ui/text/name-link.tsx';
import { DifferenceLine } from '../difference.tsx';
import classes from './change-requests.columns.module.css';
import { isDecidable, isOpen } from './request-rules.ts';
import { asChange, remarksOf, stateTones, whenOf } from './request-words.ts';

const column = dataTableColumns<ChangeRequest>();
const none = <span className={cells.quiet}>–</span>;

/** 'Tomorrow, 09:00 AM', and below it 'in 11 hours'. */
function When({ request }: { request: ChangeRequest }) {
  const { moment, distance } = whenOf(request, Date.now());
  return (
    <span className={classes.when}>
      <span>{moment}</span>
      {distance && <span className={classes.distance}>{distance}</span>}
    </span>
  );
}

const selection = column.display({
  id: 'selected',
  header: () => <AllCheckbox />,
  cell: ({ row: { original: request } }) =>
    isDecidable(request) && (
      <RowCheckbox
        id={request.id}
        label={`Select the change of ${request.appName} by ${request.author.name}`}
      />
    ),
  meta: { label: 'Selection', width: 36, card: 'media', fixed: true },
});

const columnsOf = (role: Role): DataTableColumn<ChangeRequest>[] => [
  column.accessor('appName', {
    header: 'Application',
    cell: ({ row: { original: request } }) => (
      <NameLink to={appPath(role, request.appID)}>{request.appName}</NameLink>
    ),
    meta: { card: 'title', grow: 2, minWidth: 110 },
  }),
  column.display({
    id: 'changes',
    header: 'What changes',
    cell: ({ row: { original: request } }) => (
      <span className={classes.changes}>
        <DifferenceLine change={asChange(request)} newFirst={isOpen(request)} />
      </span>
    ),
    meta: { grow: 4, minWidth: 160 },
  }),
  column.accessor('author.name', {
    id: 'author',
    header: 'Asked by',
    cell: ({ row: { original: request } }) => <CutText>{request.author.name}</CutText>,
    meta: { grow: 2, minWidth: 90, givesWay: 2 },
  }),
  column.accessor('at', {
    header: 'When',
    cell: ({ row: { original: request } }) => <When request={request} />,
    meta: { givesWay: 3 },
  }),
  column.accessor('state', {
    header: 'State',
    cell: ({ row: { original: request } }) => (
      <StatusBadge tone={stateTones[request.state]}>
        {changeRequestWords[request.state]}
      </StatusBadge>
    ),
  }),
  column.display({
    id: 'remarks',
    header: 'Note',
    cell: ({ row: { original: request } }) => {
      const remarks = remarksOf(request);
      return remarks === '' ? none : <CutText className={classes.remarks}>{remarks}</CutText>;
    },
    meta: { grow: 3, minWidth: 120, givesWay: 1 },
  }),
  column.accessor('createdAt', {
    header: 'Asked on',
    cell: ({ row: { original: request } }) => (
      <span className={cells.line}>
        {formatDate(request.createdAt)}{' '}
        <span className={cells.quiet}>{formatTime(request.createdAt)}</span>
      </span>
    ),
    meta: { hidden: true },
  }),
];

/** The columns of the list. Administrators select several requests. */
export const changeRequestColumns: Record<Role, DataTableColumn<ChangeRequest>[]> = {
  admin: [selection, ...columnsOf('admin')],
  user: columnsOf('user'),
};
