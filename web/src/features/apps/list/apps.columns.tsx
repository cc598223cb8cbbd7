import type { AppInList } from '@adwarden/contract/apps';
import { formatDate } from '../../../lib/dates.ts';
import type { Role } from '../../../lib/role.ts';
import { may, mayWrite } from '../../../people/may.ts';
import cells from '../../../ui/data-table/cells.module.css';
import {
  type DataTableColumn,
  dataTableColumns,
} from '../../../ui/data-table/data-table-columns.ts';
import { AllCheckbox, RowCheckbox } from '../../../ui/data-table/row-selection.tsx';
import { CopyButton } from '../../../ui/text/copy-button.tsx';
import { CutText } from '../../../ui/text/cut-text.tsx';
import { MiddleCut } from '../../../ui/text/middle-cut.tsx';
import { adsUrl } from '../ads-url.ts';
import { AdsBadge, AppStatusBadge, OnOffBadge, RequestMarks } from './app-badges.tsx';
import { AppIcon } from './app-icon.tsx';
import { AppNameLinks } from './app-name-links.tsx';
import { DeleteCell, EditCell } from './app-row-actions.tsx';
import classes from './apps.columns.module.css';
import { MatchedMark, matchedWords } from './matched-mark.tsx';
import { StoreLink } from './store-link.tsx';
import { accountPage } from './store-links.ts';

const column = dataTableColumns<AppInList>();
/** The columns for which the list is asked `with=usage`. */
export const requestsColumn = 'requests7d';
export const withAdsColumn = 'withAds7d';
const requestsHint =
  'Counted by the servers in days of UTC, today included. What a cache in front answers by itself is not counted. Sorted and filtered by the figures of the last hour.';
const withAdsHint =
  'How many of these requests got the ads of the application. Traffic compares these with earlier weeks.';
const none = <span className={cells.quiet}>–</span>;

/**
 * The columns of an application list in the spec's order (section 2), with the names for the role; after them four
 * that are hidden until the user chooses them. While rows are selected, a column with checkboxes comes first.
 */
export function appColumns(role: Role, isSelecting = false): DataTableColumn<AppInList>[] {
  const seesAll = may(role, 'see-all');
  const seesSecrets = may(role, 'see-secrets');
  const name = (forAdmin: string, forUser: string) => (seesAll ? forAdmin : forUser);

  const all: (DataTableColumn<AppInList> | false | undefined)[] = [
    isSelecting &&
      column.display({
        id: 'selected',
        header: () => <AllCheckbox />,
        cell: ({ row: { original: app } }) => (
          <RowCheckbox id={app.appID} label={`Select ${app.appName}`} />
        ),
        meta: { label: 'Selection', width: 36, card: 'media', fixed: true },
      }),
    column.accessor('appID', {
      header: 'App ID',
      cell: ({ row: { original: app } }) => (
        <MiddleCut value={app.appID} label="App ID" head={3} tail={3} />
      ),
      meta: { givesWay: 4 },
    }),
    seesSecrets &&
      column.accessor('authToken', {
        header: name('Auth Token', 'Token'),
        cell: ({ row: { original: app } }) => (
          <MiddleCut value={app.authToken} label="token" head={3} tail={3} />
        ),
        meta: { givesWay: 1 },
      }),
    column.accessor('createdAt', {
      header: 'Date',
      cell: ({ row: { original: app } }) => (
        <span className={cells.line}>{formatDate(app.createdAt)}</span>
      ),
      meta: { givesWay: 2 },
    }),
    column.accessor('icon', {
      header: 'Icon',
      cell: ({ row: { original: app } }) => <AppIcon icon={app.icon} appName={app.appName} />,
      meta: { card: 'media' },
    }),
    column.accessor('appName', {
      header: 'App Name',
      cell: ({ row: { original: app }, table }) => {
        const matched = matchedWords(app.matched, (field) =>
          Boolean(table.getColumn(field)?.getIsVisible()),
        );
        return (
          <span className={classes.named}>
            <AppNameLinks app={app} role={role} />
            <RequestMarks app={app} role={role} />
            {matched && <MatchedMark words={matched} />}
          </span>
        );
      },
      meta: { card: 'title', grow: 3, minWidth: 112 },
    }),
    seesAll &&
      column.accessor('fullName', {
        header: 'User',
        cell: ({ row: { original: app } }) =>
          app.fullName ? <CutText>{app.fullName}</CutText> : none,
        meta: { grow: 2, minWidth: 86, givesWay: 6, brief: 'text' },
      }),
    seesSecrets &&
      column.display({
        id: 'api',
        header: 'API',
        cell: ({ row: { original: app } }) => (
          <CopyButton value={adsUrl(app)} label={`Copy the ads URL of ${app.appName}`} />
        ),
      }),
    column.display({
      id: 'edit',
      header: mayWrite() ? 'Edit' : 'More',
      cell: ({ row: { original: app } }) => <EditCell app={app} />,
      meta: { card: 'action' },
    }),
    column.accessor('accountName', {
      header: name('Account Name', 'Account'),
      cell: ({ row: { original: app } }) =>
        app.accountName ? <StoreLink href={accountPage(app)}>{app.accountName}</StoreLink> : none,
      meta: { grow: 2, minWidth: 86, givesWay: 5 },
    }),
    column.accessor('adsStatus', {
      header: 'Ads',
      cell: ({ row: { original: app } }) => <AdsBadge app={app} />,
      meta: { brief: 'labelled' },
    }),
    seesAll &&
      column.accessor('ipAddress', {
        header: 'IP',
        cell: ({ row: { original: app } }) => <OnOffBadge value={app.ipAddress} />,
        meta: { givesWay: 3 },
      }),
    column.accessor('appStatus', {
      header: name('Status', 'App Status'),
      cell: ({ row: { original: app } }) => <AppStatusBadge status={app.appStatus} />,
      meta: { brief: 'badge' },
    }),
    may(role, 'delete-apps') &&
      column.display({
        id: 'delete',
        header: 'Delete',
        cell: ({ row: { original: app } }) => <DeleteCell app={app} />,
        meta: { card: 'action' },
      }),
    column.accessor('packageName', {
      header: 'Package Name',
      cell: ({ row: { original: app } }) => (
        <CutText className={classes.mono}>{app.packageName}</CutText>
      ),
      meta: { hidden: true, grow: 2 },
    }),
    column.accessor('category', {
      header: 'Category',
      cell: ({ row: { original: app } }) => <CutText>{app.category}</CutText>,
      meta: { hidden: true, grow: 2 },
    }),
    column.accessor(requestsColumn, {
      header: 'Requests (7 days)',
      cell: ({ row: { original: app } }) =>
        app.requests7d === undefined ? none : app.requests7d.toLocaleString('en'),
      meta: { hint: requestsHint, hidden: true, align: 'end' },
    }),
    column.accessor(withAdsColumn, {
      header: 'With ads (7 days)',
      cell: ({ row: { original: app } }) =>
        app.withAds7d === undefined ? none : app.withAds7d.toLocaleString('en'),
      meta: { hint: withAdsHint, hidden: true, align: 'end' },
    }),
    column.accessor('updatedAt', {
      header: 'Last changed',
      cell: ({ row: { original: app } }) => (
        <span className={cells.line}>{formatDate(app.updatedAt)}</span>
      ),
      meta: { hidden: true },
    }),
  ];
  return all.filter((one) => typeof one === 'object');
}
