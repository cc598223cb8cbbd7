import type { Route } from '../route.ts';

/** The calls about files: the export and the import. */
export const spreadsheetRoutes = {
  exportApps: {
    method: 'GET',
    path: '/apps/export',
    who: 'signed-in',
    summary: 'Download the applications of a list as a CSV or JSON file; owners only get their own',
  },
  exportSelectedApps: {
    method: 'POST',
    path: '/apps/export',
    who: 'signed-in',
    holds: 'batch',
    readsOnly: true,
    summary: 'Download some applications as a CSV or JSON file, by their ids',
  },
  exportUsers: {
    method: 'GET',
    path: '/user/export',
    who: 'admin',
    summary: 'Download the app owners of a list as a CSV or JSON file, without passwords',
  },
  readImportColumns: {
    method: 'POST',
    path: '/apps/import/columns',
    who: 'signed-in',
    multipart: true,
    takesFile: true,
    readsOnly: true,
    summary: 'Read the columns of a CSV or JSON file, and guess which fields they are',
  },
  importApps: {
    method: 'POST',
    path: '/apps/import/preview',
    who: 'signed-in',
    multipart: true,
    takesFile: true,
    summary: 'Preview of an import of applications from a CSV or JSON file; nothing changes yet',
  },
} as const satisfies Record<string, Route>;
