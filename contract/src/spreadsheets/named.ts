import { appExportForm, exportedApps, exportedUsers } from './exports.ts';
import { importColumns, importColumnsForm, importForm, importPreviewAnswer } from './imports.ts';

/** The schemas of files that the OpenAPI document names. */
export const spreadsheetRequestBodies = {
  AppExport: appExportForm,
  ImportColumnsForm: importColumnsForm,
  ImportForm: importForm,
} as const;

export const spreadsheetResponseBodies = {
  ExportedApps: exportedApps,
  ExportedUsers: exportedUsers,
  ImportColumns: importColumns,
  ImportPreviewAnswer: importPreviewAnswer,
} as const;
