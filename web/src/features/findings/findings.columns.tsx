import type { AppWithFindings } from '@adwarden/contract/findings/findings';
import { severityWords } from '@adwarden/contract/state-words';
import { appPath } from '../../lib/app-tabs.ts';
import { formatDate } from '../../lib/dates.ts';
import type { Role } from '../../lib/role.ts';
import { severityTones, subjectOf } from '../../lib/words/finding-words.ts';
import cells from '../../ui/data-table/cells.module.css';
import { type DataTableColumn, dataTableColumns } from '../../ui/data-table/data-table-columns.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { CutText } from '../../ui/text/cut-text.tsx';
import classes from './findings.columns.module.css';
import { MendLink } from './mend-link.tsx';

const column = dataTableColumns<AppWithFindings>();
const none = <span className={cells.quiet}>–</span>;

/** The app, which leads to its page, and its account; or the installation. */
function Subject({ role, app }: { role: Role; app: AppWithFindings }) {
  if (app.appID === '') return <span className={cells.quiet}>{subjectOf(app)}</span>;
  return (
    <>
      <MendLink to={appPath(role, app.appID)} className={classes.app}>
        <CutText>{app.appName}</CutText>
      </MendLink>
      {app.accountName && <CutText className={classes.account}>{app.accountName}</CutText>}
    </>
  );
}

const columnsOf = (role: Role): DataTableColumn<AppWithFindings>[] => [
  column.display({
    id: 'severity',
    header: 'Severity',
    cell: ({ row: { original: app } }) => {
      const [worst] = app.findings;
      return (
        worst && (
          <StatusBadge tone={severityTones[worst.severity]}>
            {severityWords[worst.severity]}
          </StatusBadge>
        )
      );
    },
    meta: { width: 96, card: 'media' },
  }),
  column.accessor('appID', {
    header: 'App',
    cell: ({ row: { original: app } }) => <Subject role={role} app={app} />,
    meta: { grow: 2, minWidth: 130, card: 'title' },
  }),
  column.display({
    id: 'rule',
    header: 'What is wrong',
    cell: ({ row: { original: app } }) => (
      <>
        {app.findings[0]?.title}
        {app.findings.length > 1 && (
          <span className={classes.more}> and {app.findings.length - 1} more</span>
        )}
      </>
    ),
    meta: { grow: 4, minWidth: 160, wraps: true },
  }),
  column.accessor('requests7d', {
    header: 'Requests (7 days)',
    cell: ({ row: { original: app } }) =>
      app.requests7d === null ? none : app.requests7d.toLocaleString('en'),
    meta: { align: 'end', width: 110, givesWay: 2 },
  }),
  column.display({
    id: 'since',
    header: 'Since',
    cell: ({ row: { original: app } }) => (
      <span className={cells.line}>{app.findings[0] && formatDate(app.findings[0].since)}</span>
    ),
    meta: { width: 100, givesWay: 1 },
  }),
];

/** The columns of the apps with findings, by role. */
export const findingColumns = { admin: columnsOf('admin'), user: columnsOf('user') } as const;
