import { counted } from '@adwarden/contract/counted';
import {
  appExportColumns,
  appHeading,
  userExportColumns,
  userHeading,
  usualAppColumns,
  usualUserColumns,
} from '@adwarden/contract/spreadsheets/columns';
import { exportCalls } from '@adwarden/contract/spreadsheets/exports';
import { download } from '../../../lib/http-client.ts';
import { appsInWords } from '../../../lib/words/words.ts';
import { mayWrite } from '../../../people/may.ts';
import type { TableQuery } from '../../../ui/data-table/table-state.ts';
import { appSortOf, type Picked } from '../picked.ts';
import { columnsShown } from './export-choice.ts';
import type { Exportable } from './export-dialog.tsx';

/** Columns of a list that a file has only when they are checked one by one: files are sent around. */
const secret: readonly string[] = ['authToken'];

const ofApps = () => ({
  list: 'apps' as const,
  columns: appExportColumns
    .filter((name) => mayWrite() || !secret.includes(name))
    .map((name) => ({ name, heading: appHeading(name) })),
  usual: usualAppColumns,
});

const columnsOf = (chosen: readonly string[]) =>
  appExportColumns.filter((name) => chosen.includes(name));

/** Some applications: all that a list has, in its order, or those that were picked. */
export function exportOfApps(
  { select, count }: Picked,
  { sort, shown = [] }: { sort?: string; shown?: readonly string[] } = {},
): Exportable {
  const wanted = shown.filter((column) => !secret.includes(column));
  return {
    ...ofApps(),
    shown: columnsShown(wanted, appExportColumns),
    what: appsInWords(count),
    fetch: ({ columns, ...choice }) =>
      'appIDs' in select || select.except
        ? download(exportCalls.exportSelectedApps, {
            body: { ...select, sort: appSortOf(sort), ...choice, columns: columnsOf(columns) },
          })
        : download(exportCalls.exportApps, {
            query: { ...select.where, sort: appSortOf(sort), ...choice, columns: columns.join() },
          }),
  };
}

/** All users that a list has, in its order. */
export function exportOfUsers(
  { page: _, pageSize: _size, ...query }: TableQuery,
  total: number,
  shown: readonly string[],
): Exportable {
  return {
    list: 'users',
    shown: columnsShown(shown, userExportColumns),
    columns: userExportColumns.map((name) => ({ name, heading: userHeading(name) })),
    usual: usualUserColumns,
    what: counted(total, 'user'),
    fetch: ({ columns, ...choice }) =>
      download(exportCalls.exportUsers, {
        query: { ...query, ...choice, columns: columns.join() },
      }),
  };
}
