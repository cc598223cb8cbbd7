import { z } from 'zod';
import { type AppFormField, appFormFields } from '../apps.ts';
import { batchPreview } from '../batches/batches.ts';
import type { Call } from '../call.ts';
import { success } from '../envelope.ts';
import { optionalText } from '../fields.ts';
import { limits } from '../limits.ts';
import { requestBodies, responseBodies } from '../named.ts';
import { exportedApps, fileFormats, format } from './exports.ts';

/*
 * The import of applications: a CSV file, a workbook or JSON becomes a preview of a batch. Nothing changes before the batch is
 * started.
 */

/** The column that finds the application of a row: its App ID, or its package name. */
export const importKeys = ['appID', 'packageName'] as const;
export type ImportKey = (typeof importKeys)[number];

/** The permitted effects of a file. A row that would do something else is refused. */
export const importModes = ['create', 'update', 'both'] as const;
export type ImportMode = (typeof importModes)[number];

/** The meaning of a column. `appID` only finds an application; `selectedUser` is the owner's login id. */
export type ImportField = 'appID' | AppFormField | 'country';
export const importFields = ['appID', ...appFormFields, 'country'] as [
  ImportField,
  ...ImportField[],
];

/** A field that a cell can set. */
export type WrittenField = Exclude<ImportField, 'appID'>;
const writtenFields: [WrittenField, ...WrittenField[]] = ['country', ...appFormFields];

/** Builds a field of the form that is JSON; `error` says what it must be. */
const json = (error: string) =>
  z.string(error).transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: error });
      return z.NEVER;
    }
  });

/** Builds one value of `schema` for some of the fields; `error` says what the whole must be. */
const byField = <T extends z.ZodType>(schema: T, label: string, error: string) =>
  json(error).pipe(
    z.partialRecord(z.enum(writtenFields), schema, {
      error: ({ code }) =>
        code !== 'invalid_type' ? `${label} can name: ${writtenFields.join(', ')}` : error,
    }),
  );

const longText = `A value must be a text of at most ${limits.import.cell} characters`;
const cellText = z.string(longText).max(limits.import.cell, longText);

const defaultsError = 'defaults must be a JSON object of fields with a text each';
/**
 * The values of fields for which the file has none: in new applications without the column, and in all rows with a blank cell of
 * a required field. A missing column never changes an application that exists.
 */
const defaults = byField(cellText, 'defaults', defaultsError);
export type ImportDefaults = z.infer<typeof defaults>;

const valuesError =
  'values must be a JSON object of fields, each with an object of the read values and what they mean';
/** The meanings of the values of cells, compared without case and outer blanks. */
const values = byField(z.record(z.string(), cellText, valuesError), 'values', valuesError).refine(
  (fields) =>
    Object.values(fields).reduce((sum, of) => sum + Object.keys(of).length, 0) <=
    limits.import.meanings,
  `values can name at most ${limits.import.meanings} values`,
);
export type ImportValues = z.infer<typeof values>;

const mappingError = 'mapping must be a JSON object of column headings with a field each';

/** The field of each column. A column with null or '' is not read, nor is one that is not named. */
const mapping = json(mappingError)
  .pipe(
    z.record(
      z.string(),
      z
        .union([z.enum(importFields), z.literal('')], {
          error: `A column can be one of: ${importFields.join(', ')}`,
        })
        .nullable(),
      mappingError,
    ),
  )
  .refine(
    (columns) => Object.keys(columns).length <= limits.import.columns,
    `At most ${limits.import.columns} columns can be read`,
  )
  .transform((columns) =>
    Object.fromEntries(Object.entries(columns).map(([column, field]) => [column, field || null])),
  );
export type ImportMapping = Record<string, ImportField | null>;

/**
 * The way to read a file. Without `mapping` the headings say what the columns are. Without `key` the file does: App ID if a
 * column has App IDs, else the package name.
 */
const reading = {
  key: z.enum(importKeys, `key must be one of: ${importKeys.join(', ')}`).optional(),
  mode: z.enum(importModes, `mode must be one of: ${importModes.join(', ')}`).default('both'),
  mapping: mapping.optional(),
};

/**
 * The text fields of the form; its file is `file`. `copyOf` is an app ID: new applications have the icon of this one, and
 * its values for all fields without a column, except its names.
 */
export const importForm = z
  .object({
    ...reading,
    defaults: defaults.optional(),
    values: values.optional(),
    copyOf: optionalText({ label: 'copyOf', max: limits.text.id }).optional(),
  })
  .register(requestBodies, { id: 'ImportForm' });
export type ImportForm = z.infer<typeof importForm>;

/** The form of `readImportColumns`; its file is `file`. */
export const importColumnsForm = z
  .object(reading)
  .register(requestBodies, { id: 'ImportColumnsForm' });
export type ImportColumnsForm = z.infer<typeof importColumnsForm>;

const rowsError = `rows must be at most ${limits.import.someRows} numbers, separated by commas`;

/** The form of `takeImportRows`: the numbers of the rows, as a preview has them; the file is `file`. */
export const importRowsForm = z
  .object({
    rows: z
      .string(rowsError)
      .regex(/^\d{1,7}(?:,\d{1,7})*$/, rowsError)
      .transform((text) => text.split(',').map(Number))
      .refine((rows) => rows.length <= limits.import.someRows, rowsError),
  })
  .register(requestBodies, { id: 'ImportRowsForm' });

export const importTemplateQuery = z.strictObject({ format });

const importColumn = z.object({ column: z.string(), field: z.enum(importFields).nullable() });

/** A required field that some rows have no value for. */
const missingField = z.object({ field: z.enum(writtenFields), rows: z.number() });

/** A value that is not known, the number of its rows, and its likely meaning; null if that is not clear. */
const unknownValue = z.object({
  field: z.enum(writtenFields),
  read: z.string(),
  rows: z.number(),
  meant: z.string().nullable(),
});
export type UnknownValue = z.infer<typeof unknownValue>;

/**
 * The way in which a file is read. `key`: the column that finds the application of a row. `missing` and `unknown`: the causes of
 * refused rows, until `defaults` and `values` say more; only the most frequent unknown values are listed.
 */
const readAs = {
  /** Parts of the file that are read in another form, and account names that may be misspelled, in words. */
  notes: z.array(z.string()),
  key: z.enum(importKeys),
  missing: z.array(missingField),
  unknown: z.array(unknownValue),
};

/**
 * The kind of a file, and the likely field of each of its columns. `examples` are some of its first values, `rows` the number of
 * its rows below the headings.
 */
export const importColumns = success(
  z.object({
    format: z.enum(fileFormats),
    columns: z.array(importColumn.extend({ examples: z.array(z.string()) })),
    rows: z.number(),
    ...readAs,
  }),
).register(responseBodies, { id: 'ImportColumns' });
export type ImportColumns = z.infer<typeof importColumns>['data'];

/** The preview of an import. `columns`: the field as which each column of the file was read. */
export const importPreviewAnswer = success(
  batchPreview.extend({ columns: z.array(importColumn), ...readAs }),
).register(responseBodies, { id: 'ImportPreviewAnswer' });
export type ImportPreview = z.infer<typeof importPreviewAnswer>['data'];

/** The calls that read files. */
export const importCalls = {
  readImportColumns: {
    method: 'POST',
    path: '/apps/import/columns',
    who: 'signed-in',
    viewers: false,
    keys: 'import',
    multipart: true,
    takesFile: true,
    readsOnly: true,
    summary: 'Read a CSV file, a workbook or JSON: its columns, and what it lacks to be imported',
    body: importColumnsForm,
    answer: importColumns,
  },
  importApps: {
    method: 'POST',
    path: '/apps/import/preview',
    who: 'signed-in',
    viewers: false,
    keys: 'import',
    multipart: true,
    takesFile: true,
    summary:
      'Preview of an import of applications from a CSV file, a workbook or JSON; nothing changes yet',
    body: importForm,
    answer: importPreviewAnswer,
    refusals: ['conflict'],
  },
  takeImportRows: {
    method: 'POST',
    path: '/apps/import/rows',
    who: 'signed-in',
    viewers: false,
    keys: 'import',
    multipart: true,
    takesFile: true,
    readsOnly: true,
    summary: 'Download some rows of a file, to correct and import them; in the format of the file',
    body: importRowsForm,
    answer: exportedApps,
    file: true,
  },
  getImportTemplate: {
    method: 'GET',
    path: '/apps/import/template',
    who: 'signed-in',
    viewers: false,
    keys: 'read',
    summary: 'Download a file with the headings that an import knows, to fill it in',
    query: importTemplateQuery,
    answer: exportedApps,
    file: true,
  },
} as const satisfies Record<string, Call>;
