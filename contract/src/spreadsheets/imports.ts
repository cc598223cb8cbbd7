import { z } from 'zod';
import { type AppFormField, appFormFields } from '../apps.ts';
import { batchPreview } from '../batches/batches.ts';
import type { Call } from '../call.ts';
import { success } from '../envelope.ts';
import { optionalText } from '../fields.ts';
import { limits } from '../limits.ts';
import { requestBodies, responseBodies } from '../named.ts';
import { fileFormats } from './exports.ts';

/*
 * The import of applications: a CSV or JSON file becomes a preview of a batch. Nothing changes before the batch is
 * started.
 */

/** What finds the application of a row: its App ID, or its package name. */
export const importKeys = ['appID', 'packageName'] as const;
export type ImportKey = (typeof importKeys)[number];

/** What a file may do. A row that would do something else is refused. */
export const importModes = ['create', 'update', 'both'] as const;
export type ImportMode = (typeof importModes)[number];

/** What a column can be. `appID` only finds an application; `selectedUser` is the owner's login id. */
export type ImportField = 'appID' | AppFormField | 'country';
export const importFields = ['appID', ...appFormFields, 'country'] as [
  ImportField,
  ...ImportField[],
];

const mappingError = 'mapping must be a JSON object of column headings with a field each';

function parsedJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: mappingError });
    return z.NEVER;
  }
}

/** Which field each column is; null and '' mean that a column is not read, like one that is not named. */
const mapping = z
  .string(mappingError)
  .transform(parsedJson)
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
 * The text fields of the form; its file is `file`. Without `mapping` the headings say what the columns are. `copyOf` is an
 * app ID: new applications have the icon of this one, and its values for all fields without a column, except its names.
 */
export const importForm = z
  .object({
    key: z.enum(importKeys, `key must be one of: ${importKeys.join(', ')}`).default('appID'),
    mode: z.enum(importModes, `mode must be one of: ${importModes.join(', ')}`).default('both'),
    mapping: mapping.optional(),
    copyOf: optionalText({ label: 'copyOf', max: limits.text.id }).optional(),
  })
  .register(requestBodies, { id: 'ImportForm' });
export type ImportForm = z.infer<typeof importForm>;

/** The form of `readImportColumns`: only the file. */
export const importColumnsForm = z.object({}).register(requestBodies, { id: 'ImportColumnsForm' });

const importColumn = z.object({ column: z.string(), field: z.enum(importFields).nullable() });

/** What a file is, and which field each of its columns seems to be. `examples` are some of its first values. */
export const importColumns = success(
  z.object({
    format: z.enum(fileFormats),
    columns: z.array(importColumn.extend({ examples: z.array(z.string()) })),
  }),
).register(responseBodies, { id: 'ImportColumns' });
export type ImportColumns = z.infer<typeof importColumns>['data'];

/** The preview of an import. `columns`: which field each column of the file was read as. */
export const importPreviewAnswer = success(
  batchPreview.extend({ columns: z.array(importColumn) }),
).register(responseBodies, { id: 'ImportPreviewAnswer' });
export type ImportPreview = z.infer<typeof importPreviewAnswer>['data'];

/** The calls that read files. */
export const importCalls = {
  readImportColumns: {
    method: 'POST',
    path: '/apps/import/columns',
    who: 'signed-in',
    multipart: true,
    takesFile: true,
    readsOnly: true,
    summary: 'Read the columns of a CSV or JSON file, and guess which fields they are',
    body: importColumnsForm,
    answer: importColumns,
  },
  importApps: {
    method: 'POST',
    path: '/apps/import/preview',
    who: 'signed-in',
    multipart: true,
    takesFile: true,
    summary: 'Preview of an import of applications from a CSV or JSON file; nothing changes yet',
    body: importForm,
    answer: importPreviewAnswer,
    refusals: ['conflict'],
  },
} as const satisfies Record<string, Call>;
