import type { Pause } from '@adwarden/contract/pauses/pauses';
import { formatDate, formatTime } from '../../lib/dates.ts';
import { pauseScopeWords } from '../../lib/words/words.ts';
import cells from '../../ui/data-table/cells.module.css';
import { type DataTableColumn, dataTableColumns } from '../../ui/data-table/data-table-columns.ts';
import { CutText } from '../../ui/text/cut-text.tsx';
import classes from './pauses.columns.module.css';

const column = dataTableColumns<Pause>();
const none = <span className={cells.quiet}>–</span>;

function Moment({ time }: { time: string | null }) {
  if (time === null) return none;
  return (
    <span className={cells.line}>
      {formatDate(time)} <span className={cells.quiet}>{formatTime(time)}</span>
    </span>
  );
}

/** The columns that say what a pause stops, why, since when and who began it. */
const begun: DataTableColumn<Pause>[] = [
  column.accessor('label', {
    header: 'Covers',
    cell: ({ row: { original: pause } }) => <CutText className={cells.name}>{pause.label}</CutText>,
    meta: { card: 'title', grow: 2, minWidth: 110 },
  }),
  column.accessor('scope', {
    header: 'Kind',
    cell: ({ row: { original: pause } }) => (
      <span className={cells.line}>{pauseScopeWords[pause.scope]}</span>
    ),
    meta: { givesWay: 2 },
  }),
  column.accessor('reason', {
    header: 'Reason',
    cell: ({ row: { original: pause } }) => (
      <CutText className={classes.reason}>{pause.reason}</CutText>
    ),
    meta: { grow: 3, minWidth: 120 },
  }),
  column.accessor('createdAt', {
    header: 'Since',
    cell: ({ row: { original: pause } }) => <Moment time={pause.createdAt} />,
    meta: { givesWay: 4 },
  }),
  column.accessor('createdBy.name', {
    id: 'createdBy',
    header: 'By',
    cell: ({ row: { original: pause } }) => <CutText>{pause.createdBy.name}</CutText>,
    meta: { grow: 2, minWidth: 90, givesWay: 3 },
  }),
];

const appsColumn = (hidden: boolean) =>
  column.accessor('apps', {
    header: 'Apps',
    cell: ({ row: { original: pause } }) => pause.apps.toLocaleString('en'),
    meta: { align: 'end', width: 70, hidden },
  });

/** The columns of the active and of the ended pauses. The ended ones hide the number of apps, because it says little. */
export const pauseColumns: Record<'active' | 'ended', DataTableColumn<Pause>[]> = {
  active: [
    ...begun,
    column.accessor('until', {
      header: 'Until',
      cell: ({ row: { original: pause } }) =>
        pause.until === null ? (
          <span className={cells.quiet}>No end set</span>
        ) : (
          <Moment time={pause.until} />
        ),
    }),
    appsColumn(false),
  ],
  ended: [
    ...begun,
    column.accessor('endedAt', {
      header: 'Ended',
      // A pause that has just reached its end has no `endedAt` yet.
      cell: ({ row: { original: pause } }) => <Moment time={pause.endedAt ?? pause.until} />,
    }),
    column.accessor('endedBy', {
      header: 'Ended by',
      cell: ({ row: { original: pause } }) => <CutText>{endedBy(pause)}</CutText>,
      meta: { grow: 2, minWidth: 90, givesWay: 1 },
    }),
    appsColumn(true),
  ],
};

/** Returns who ended a pause; at `until`, the system does. */
function endedBy({ endedBy: actor }: Pause): string {
  return !actor || actor.kind === 'system' ? 'Its end time' : actor.name;
}
