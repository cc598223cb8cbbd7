import type { AppConfiguration } from '@adwarden/contract/app-configurations';
import { countriesInWords } from '@adwarden/contract/country-rule';
import type { ComponentType } from 'react';
import { appPath } from '../../lib/app-tabs.ts';
import { formatDate, formatTime } from '../../lib/dates.ts';
import { mayWrite } from '../../people/may.ts';
import cells from '../../ui/data-table/cells.module.css';
import { type DataTableColumn, dataTableColumns } from '../../ui/data-table/data-table-columns.ts';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { CutText } from '../../ui/text/cut-text.tsx';
import { MiddleCut } from '../../ui/text/middle-cut.tsx';
import { NameLink } from '../../ui/text/name-link.tsx';
import classes from './app-configurations.module.css';

const column = dataTableColumns<AppConfiguration>();

/** What the feature `apps` gives; the page passes it, because features do not import each other. */
export type AppDeps = {
  Icon: ComponentType<{ icon: string; appName: string }>;
  adsUrl: (app: { appID: string; authToken: string }) => string;
};

const wordsOf = ({ country, countryCodes }: AppConfiguration) =>
  countriesInWords(country, countryCodes);

/** The spec's columns in its order (section 2 "Admin app configuration"), and one that is hidden until chosen. */
export function configurationColumns({
  Icon,
  adsUrl,
}: AppDeps): DataTableColumn<AppConfiguration>[] {
  return [
    column.accessor('appID', {
      header: 'App ID',
      cell: ({ row: { original: app } }) => <MiddleCut value={app.appID} label="App ID" />,
      meta: { givesWay: 3 },
    }),
    column.accessor('createdAt', {
      header: 'Date',
      cell: ({ row: { original: app } }) => (
        <span className={cells.line}>
          {formatDate(app.createdAt)}{' '}
          <span className={cells.quiet}>{formatTime(app.createdAt)}</span>
        </span>
      ),
      meta: { givesWay: 1 },
    }),
    column.accessor('icon', {
      header: 'Icon',
      cell: ({ row: { original: app } }) => <Icon icon={app.icon} appName={app.appName} />,
      meta: { card: 'media' },
    }),
    column.accessor('appName', {
      header: 'App Name',
      cell: ({ row: { original: app } }) => (
        <NameLink to={appPath('admin', app.appID)}>{app.appName}</NameLink>
      ),
      meta: { card: 'title', grow: 3, minWidth: 130 },
    }),
    column.accessor('accountName', {
      header: 'Account',
      cell: ({ row: { original: app } }) => <CutText>{app.accountName || '–'}</CutText>,
      meta: { grow: 2, givesWay: 2 },
    }),
    // The address has the token, which viewers do not see.
    ...(mayWrite()
      ? [
          column.display({
            id: 'api',
            header: 'API',
            cell: ({ row: { original: app } }) => (
              <CopyButton value={adsUrl(app)} label={`Copy the ads URL of ${app.appName}`} />
            ),
          }),
        ]
      : []),
    column.accessor('country', {
      header: 'Country',
      cell: ({ row: { original: app } }) =>
        app.ipAddress === 'on' ? (
          <CutText>{wordsOf(app)}</CutText>
        ) : (
          <span className={classes.country}>
            <CutText>{wordsOf(app)}</CutText>
            <span className={classes.off}>No effect: IP Address OFF</span>
          </span>
        ),
      meta: { grow: 3, minWidth: 140 },
    }),
    column.accessor('packageName', {
      header: 'Package Name',
      cell: ({ row: { original: app } }) => <CutText className="mono">{app.packageName}</CutText>,
      meta: { hidden: true, grow: 2 },
    }),
  ];
}
