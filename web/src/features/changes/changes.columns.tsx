import type { Change, ChangeAction } from '@adwarden/contract/changes/changes';
import { actionNames, entityNames, thingName } from '@adwarden/contract/changes/words';
import { appPath } from '../../lib/app-tabs.ts';
import { formatDate, formatTime } from '../../lib/dates.ts';
import cells from '../../ui/data-table/cells.module.css';
import { type DataTableColumn, dataTableColumns } from '../../ui/data-table/data-table-columns.ts';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { CutText } from '../../ui/text/cut-text.tsx';
import { NameLink } from '../../ui/text/name-link.tsx';
import { BatchLink } from './batch-link.tsx';
import { actorInWords, appOf } from './change-words.ts';
import classes from './changes.columns.module.css';
import { DifferenceLine } from './difference.tsx';

const tones: Record<ChangeAction, Tone> = {
  create: 'success',
  update: 'accent',
  delete: 'danger',
  'rotate-token': 'warning',
  'revoke-tokens': 'warning',
  'change-password': 'warning',
  restore: 'success',
  read: 'warning',
  undo: 'success',
  mute: 'warning',
  unmute: 'success',
  end: 'success',
  'invite.make': 'warning',
  'invite.accept': 'success',
  role: 'warning',
  enable: 'success',
  disable: 'danger',
  'key.make': 'warning',
  'key.end': 'danger',
  'session.end': 'danger',
  'session.country': 'warning',
  'factor.add': 'success',
  'factor.remove': 'danger',
  'factor.wrong': 'danger',
  'passkey.copied': 'danger',
  'recovery.make': 'warning',
  'recovery.use': 'warning',
  'oidc.bind': 'warning',
  'oidc.unbind': 'danger',
};

/** Shows what happened, as a badge. */
export function ActionBadge({ action }: { action: ChangeAction }) {
  return <StatusBadge tone={tones[action]}>{actionNames[action]}</StatusBadge>;
}

const column = dataTableColumns<Change>();

/** The log's columns: when, who, what happened to what, and the difference in a line. */
export const changeColumns: DataTableColumn<Change>[] = [
  column.accessor('at', {
    header: 'Date',
    cell: ({ row: { original: change } }) => (
      <span className={cells.line}>
        {formatDate(change.at)} <span className={cells.quiet}>{formatTime(change.at)}</span>
      </span>
    ),
  }),
  column.accessor('actor.name', {
    id: 'actor',
    header: 'Person',
    cell: ({ row: { original: change } }) => <CutText>{actorInWords(change.actor)}</CutText>,
    meta: { grow: 2 },
  }),
  column.accessor('action', {
    header: 'Action',
    cell: ({ row: { original: change } }) => <ActionBadge action={change.action} />,
  }),
  column.accessor('entity', {
    header: 'Kind',
    cell: ({ row: { original: change } }) => (
      <span className={cells.line}>{entityNames[change.entity]}</span>
    ),
    meta: { givesWay: 1 },
  }),
  column.accessor('name', {
    header: 'Name',
    cell: ({ row: { original: change } }) => {
      const appID = appOf(change);
      if (appID === null) return <CutText className={cells.name}>{thingName(change)}</CutText>;
      return <NameLink to={appPath('admin', appID)}>{thingName(change)}</NameLink>;
    },
    meta: { card: 'title', grow: 2, minWidth: 120 },
  }),
  column.display({
    id: 'difference',
    header: 'Difference',
    cell: ({ row: { original: change } }) => (
      <span className={classes.difference}>
        <DifferenceLine change={change} />
        <BatchLink change={change} of="admin" />
      </span>
    ),
    meta: { grow: 4, minWidth: 200, givesWay: 2 },
  }),
  column.accessor('actor.address', {
    id: 'address',
    header: 'Address',
    cell: ({ row: { original: change } }) => (
      <CutText className="mono">{change.actor.address || '–'}</CutText>
    ),
    meta: { hidden: true, grow: 2 },
  }),
];
