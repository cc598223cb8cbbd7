import {
  appExportForm,
  appExportQuery,
  exportedApps,
  exportedUsers,
  userExportQuery,
} from './exports.ts';
import { importColumns, importColumnsForm, importForm, importPreviewAnswer } from './imports.ts';

/** The schemas of the calls about files. */
export const spreadsheetCalls = {
  exportApps: { query: appExportQuery, answer: exportedApps, file: true },
  exportSelectedApps: { body: appExportForm, answer: exportedApps, file: true },
  exportUsers: { query: userExportQuery, answer: exportedUsers, file: true },
  readImportColumns: { body: importColumnsForm, answer: importColumns },
  importApps: { body: importForm, answer: importPreviewAnswer },
} as const;
