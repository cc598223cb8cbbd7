import type { Batch } from '@adwarden/contract/batches/batches';
import { Progress } from '@mantine/core';
import { formatDate, formatTime } from '../../../lib/dates.ts';
import type { Role } from '../../../lib/role.ts';
import cells from '../../../ui/data-table/cells.module.css';
import {
  type DataTableColumn,
  dataTableColumns,
} from '../../../ui/data-table/data-table-columns.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { CutText } from '../../../ui/text/cut-text.tsx';
import { progressOf, remainingWords, resultOf, stateOf } from '../batch-words.ts';
import { percentOf } from './batch-progress.tsx';
import classes from './batches.columns.module.css';

const column = dataTableColumns<Batch>();

/** A bar with words while the batch runs; then what came out. */
function Result({ batch }: { batch: Batch }) {
  if (batch.state !== 'running') return <CutText>{resultOf(batch)}</CutText>;
  const words = [progressOf(batch), remainingWords(batch.remainingSeconds)].filter(Boolean);
  return (
    <span className={classes.running}>
      <Progress.Root size="sm">
        <Progress.Section value={percentOf(batch)} aria-label={batch.title} />
      </Progress.Root>
      <span className={classes.words}>{words.join(', ')}</span>
    </span>
  );
}

const columns: DataTableColumn<Batch>[] = [
  column.accessor('title', {
    header: 'Change',
    cell: ({ row: { original: batch } }) => <CutText className={cells.name}>{batch.title}</CutText>,
    meta: { card: 'title', grow: 4, minWidth: 140 },
  }),
  column.accessor('by.name', {
    id: 'by',
    header: 'Person',
    cell: ({ row: { original: batch } }) => <CutText>{batch.by.name}</CutText>,
    meta: { grow: 2, minWidth: 110, givesWay: 1 },
  }),
  column.accessor('at', {
    header: 'Started',
    cell: ({ row: { original: batch } }) => (
      <span className={cells.line}>
        {formatDate(batch.at)} <span className={cells.quiet}>{formatTime(batch.at)}</span>
      </span>
    ),
    meta: { givesWay: 2 },
  }),
  column.accessor('state', {
    header: 'State',
    cell: ({ row: { original: batch } }) => {
      const { name, tone } = stateOf(batch);
      return <StatusBadge tone={tone}>{name}</StatusBadge>;
    },
  }),
  column.display({
    id: 'result',
    header: 'Result',
    cell: ({ row: { original: batch } }) => <Result batch={batch} />,
    meta: { grow: 2, minWidth: 160 },
  }),
];

/** The columns of the list. An owner sees only own batches. */
export const batchColumns: Record<Role, DataTableColumn<Batch>[]> = {
  admin: columns,
  user: columns.filter((one) => one.id !== 'by'),
};
