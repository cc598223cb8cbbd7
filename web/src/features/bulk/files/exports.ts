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
import { appsInWords } from '../../../lib/words.ts';
import type { TableQuery } from '../../../ui/data-table/table-state.ts';
import type { Picked } from '../picked.ts';
import type { Exportable } from './export-dialog.tsx';

const ofApps = {
  columns: appExportColumns.map((name) => ({ name, heading: appHeading(name) })),
  usual: usualAppColumns,
};

/** Some applications: all that a list has, in its order, or those that were picked. */
export function exportOfApps({ select, count }: Picked, sort?: string): Exportable {
  return {
    ...ofApps,
    what: appsInWords(count),
    fetch: (format, columns) =>
      'appIDs' in select || select.except
        ? download(exportCalls.exportSelectedApps, { body: { ...select, sort, format, columns } })
        : download(exportCalls.exportApps, {
            query: { ...select.where, sort, format, columns: columns.join() },
          }),
  };
}

/** All users that a list has, in its order. */
export function exportOfUsers(
  { page: _, pageSize: _size, ...query }: TableQuery,
  total: number,
): Exportable {
  return {
    columns: userExportColumns.map((name) => ({ name, heading: userHeading(name) })),
    usual: usualUserColumns,
    what: counted(total, 'user'),
    fetch: (format, columns) =>
      download(exportCalls.exportUsers, { query: { ...query, format, columns: columns.join() } }),
  };
}
