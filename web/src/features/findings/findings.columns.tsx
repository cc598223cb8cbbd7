import type { Finding } from '@adwarden/contract/findings/findings';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import { severityTones, severityWords } from '../../lib/finding-words.ts';
import { editAppPath, paths } from '../../lib/paths.ts';
import type { Role } from '../../lib/role.ts';
import cells from '../../ui/data-table/cells.module.css';
import { type DataTableColumn, dataTableColumns } from '../../ui/data-table/data-table-columns.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { CutText } from '../../ui/text/cut-text.tsx';
import { placeToMend, subjectOf } from './finding-rules.ts';
import classes from './findings.columns.module.css';

const column = dataTableColumns<Finding>();

type CellProps = { role: Role; finding: Finding };

/** The app, which leads to its form at the field, and its account; or the installation. */
function Subject({ role, finding }: CellProps) {
  const place = placeToMend(role, finding);
  if (place === null) return <span className={cells.quiet}>{subjectOf(finding)}</span>;
  return (
    <>
      <Anchor component={Link} to={place} className={classes.app}>
        <CutText>{finding.appName}</CutText>
      </Anchor>
      {finding.accountName && <CutText className={classes.account}>{finding.accountName}</CutText>}
    </>
  );
}

/** What is wrong, the other apps that it is about, and why it matters. */
function Wrong({ role, finding: { detail, why, apps } }: CellProps) {
  return (
    <>
      <p className={classes.detail}>{detail}</p>
      {apps.length > 0 && (
        <p className={classes.others}>
          Compare with{' '}
          {apps.map(({ appID, appName }, index) => (
            <span key={appID}>
              {index > 0 && ', '}
              <Anchor
                component={Link}
                to={editAppPath(paths[role].applicationList, appID)}
                fz="inherit"
              >
                <bdi>{appName}</bdi>
              </Anchor>
            </span>
          ))}
        </p>
      )}
      <p className={classes.why}>{why}</p>
    </>
  );
}

/** Why it was muted, by whom and when. */
function Muted({ finding: { muteReason, mutedBy, mutedAt } }: Pick<CellProps, 'finding'>) {
  return (
    <>
      <p className={classes.detail} dir="auto">
        {muteReason}
      </p>
      <p className={classes.why}>
        by <bdi>{mutedBy}</bdi>
        {mutedAt && (
          <>
            , <span className={cells.line}>{formatDateTime(mutedAt)}</span>
          </>
        )}
      </p>
    </>
  );
}

function columnsOf(role: Role, view: 'open' | 'muted'): DataTableColumn<Finding>[] {
  const isMuted = view === 'muted';
  const todo = column.accessor('todo', {
    header: 'What to do',
    cell: ({ row: { original: finding } }) => finding.todo,
    // What is muted needs nothing to be done; it can be shown by the menu of columns.
    meta: { grow: 3, minWidth: 150, wraps: true, hidden: isMuted },
  });
  const muted = column.accessor('muteReason', {
    header: 'Muted because',
    cell: ({ row: { original: finding } }) => <Muted finding={finding} />,
    meta: { grow: 3, minWidth: 150, wraps: true },
  });
  return [
    column.accessor('severity', {
      header: 'Severity',
      cell: ({ row: { original: finding } }) => (
        <StatusBadge tone={severityTones[finding.severity]}>
          {severityWords[finding.severity]}
        </StatusBadge>
      ),
      meta: { width: 96, card: 'media' },
    }),
    column.accessor('appID', {
      header: 'App',
      cell: ({ row: { original: finding } }) => <Subject role={role} finding={finding} />,
      meta: { grow: 2, minWidth: 110, card: 'title' },
    }),
    column.accessor('rule', {
      header: 'What is wrong',
      cell: ({ row: { original: finding } }) => <Wrong role={role} finding={finding} />,
      meta: { grow: 5, minWidth: 220, wraps: true },
    }),
    ...(isMuted ? [muted, todo] : [todo]),
    column.accessor('since', {
      header: 'Since',
      cell: ({ row: { original: finding } }) => (
        <span className={cells.line}>{formatDate(finding.since)}</span>
      ),
      meta: { width: 100, from: 780 },
    }),
  ];
}

/** The columns of the open and of the muted findings, by role. */
export const findingColumns = {
  admin: { open: columnsOf('admin', 'open'), muted: columnsOf('admin', 'muted') },
  user: { open: columnsOf('user', 'open'), muted: columnsOf('user', 'muted') },
} as const;
