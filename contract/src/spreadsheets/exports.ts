import { z } from 'zod';
import { appListQuery } from '../apps.ts';
import { selectFields, selectRules } from '../batches/batch-change.ts';
import type { Call } from '../call.ts';
import { withRules } from '../field-rules.ts';
import { requestBodies, responseBodies } from '../named.ts';
import { parameter } from '../parameters.ts';
import { userListQuery } from '../users.ts';
import { appExportColumns, secretColumn, userExportColumns } from './columns.ts';

export const fileFormats = ['csv', 'xlsx', 'json'] as const;
export type FileFormat = (typeof fileFormats)[number];

export const format = parameter(
  'The format of the file: a text file, a workbook or JSON',
  z.enum(fileFormats, `format must be one of: ${fileFormats.join(', ')}`).default('csv'),
);

/** The separators of the cells of a CSV file. */
export const csvSeparators = ['comma', 'semicolon', 'tab'] as const;
export type CsvSeparator = (typeof csvSeparators)[number];

const separator = parameter(
  'What separates the cells of a CSV file',
  z.enum(csvSeparators, `separator must be one of: ${csvSeparators.join(', ')}`).default('comma'),
);

/** Builds the schema of some columns in the wanted order, each once. */
function columnList<const C extends readonly [string, ...string[]]>(columns: C) {
  const error = `columns must be some of these, each once: ${columns.join(', ')}`;
  return z
    .array(z.enum(columns, error), error)
    .min(1, error)
    .refine((list) => new Set(list).size === list.length, error)
    .meta({ uniqueItems: true });
}

/** Builds the same for a query, separated by commas. */
function columnsParameter<const C extends readonly [string, ...string[]]>(columns: C) {
  return parameter(
    'The columns of the file in their order, separated by commas',
    z
      .string('columns must be text')
      .transform((text) => text.split(',').map((name) => name.trim()))
      .pipe(columnList(columns))
      .optional(),
  );
}

/** The query of an export: the filters and the order of the list, without its pages. */
export const appExportQuery = appListQuery
  .omit({ page: true, pageSize: true, with: true })
  .extend({ format, separator, columns: columnsParameter(appExportColumns) });
export type AppExportQuery = z.infer<typeof appExportQuery>;

export const userExportQuery = userListQuery
  .omit({ page: true, pageSize: true })
  .extend({ format, separator, columns: columnsParameter(userExportColumns) });
export type UserExportQuery = z.infer<typeof userExportQuery>;

/**
 * An export of some apps: by their ids, in that order, or those that match a query except some, in the order of the list.
 * Apps that the caller may not see are left out.
 */
export const appExportForm = withRules(
  z.strictObject({
    ...selectFields,
    sort: appListQuery.shape.sort,
    format,
    separator,
    columns: columnList(appExportColumns).optional(),
  }),
  ...selectRules('appIDs'),
).register(requestBodies, { id: 'AppExport' });
export type AppExportForm = z.infer<typeof appExportForm>;

/** A file in JSON: one object for each row, with the wanted columns; every value is a text. */
export const exportedApps = z
  .array(z.record(z.string(), z.string()))
  .register(responseBodies, { id: 'ExportedApps' });
export const exportedUsers = z
  .array(z.record(z.string(), z.string()))
  .register(responseBodies, { id: 'ExportedUsers' });

/** The calls that write files. */
export const exportCalls = {
  exportApps: {
    method: 'GET',
    path: '/apps/export',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    compressed: { unlessColumn: secretColumn },
    summary:
      'Download the applications of a list as a CSV file, a workbook or JSON; owners only get their own',
    query: appExportQuery,
    answer: exportedApps,
    file: true,
  },
  exportSelectedApps: {
    method: 'POST',
    path: '/apps/export',
    who: 'signed-in',
    viewers: true,
    keys: false,
    holds: 'batch',
    readsOnly: true,
    compressed: { unlessColumn: secretColumn },
    summary: 'Download some applications as a CSV file, a workbook or JSON, by their ids',
    body: appExportForm,
    answer: exportedApps,
    file: true,
  },
  exportUsers: {
    method: 'GET',
    path: '/user/export',
    who: 'admin',
    viewers: true,
    keys: 'read',
    compressed: true,
    summary:
      'Download the app owners of a list as a CSV file, a workbook or JSON, without passwords',
    query: userExportQuery,
    answer: exportedUsers,
    file: true,
  },
} as const satisfies Record<string, Call>;
