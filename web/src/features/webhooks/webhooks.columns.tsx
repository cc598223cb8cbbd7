import type { Webhook } from '@adwarden/contract/notifications/webhooks';
import { webhookStateWords } from '@adwarden/contract/state-words';
import { formatDateTime } from '../../lib/dates.ts';
import cells from '../../ui/data-table/cells.module.css';
import { type DataTableColumn, dataTableColumns } from '../../ui/data-table/data-table-columns.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { CutText } from '../../ui/text/cut-text.tsx';
import { eventsInWords, formatWords, webhookStateTones } from './webhook-words.ts';

const column = dataTableColumns<Webhook>();

const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Why nothing arrives, and when it is tried again; '' while all is well. */
function problemOf({ state, offReason, lastError, nextTryAt }: Webhook): string {
  if (state === 'off') return asSentence(offReason);
  return nextTryAt === null
    ? ''
    : `${asSentence(lastError)}, next try ${formatDateTime(nextTryAt)}`;
}

/** The columns of the list of webhooks. */
export const webhookColumns: DataTableColumn<Webhook>[] = [
  column.accessor('name', {
    header: 'Name',
    cell: ({ row: { original: webhook } }) => (
      <CutText className={cells.name}>{webhook.name}</CutText>
    ),
    meta: { card: 'title', grow: 2, minWidth: 120 },
  }),
  column.accessor('format', {
    header: 'Format',
    cell: ({ row: { original: webhook } }) => <CutText>{formatWords[webhook.format]}</CutText>,
    meta: { width: 100, givesWay: 1 },
  }),
  column.accessor('events', {
    header: 'Events',
    cell: ({ row: { original: webhook } }) => <CutText>{eventsInWords(webhook.events)}</CutText>,
    meta: { grow: 2, minWidth: 150, brief: 'text' },
  }),
  column.accessor('lastError', {
    header: 'Problem',
    cell: ({ row: { original: webhook } }) => {
      const problem = problemOf(webhook);
      return problem ? <CutText>{problem}</CutText> : <span className={cells.quiet}>–</span>;
    },
    meta: { grow: 3, minWidth: 140 },
  }),
  column.accessor('createdBy', {
    header: 'Added by',
    cell: ({ row: { original: webhook } }) => <CutText>{webhook.createdBy}</CutText>,
    meta: { hidden: true },
  }),
  column.accessor('createdAt', {
    header: 'Added',
    cell: ({ row: { original: webhook } }) => (
      <span className={cells.line}>{formatDateTime(webhook.createdAt)}</span>
    ),
    meta: { hidden: true },
  }),
  column.accessor('state', {
    header: 'State',
    cell: ({ row: { original: webhook } }) => {
      return (
        <StatusBadge tone={webhookStateTones[webhook.state]}>
          {webhookStateWords[webhook.state]}
        </StatusBadge>
      );
    },
    meta: { width: 110, brief: 'badge' },
  }),
];
