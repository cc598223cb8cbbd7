import { succeed } from '../envelope.ts';

/** Builds an example of each schema of exports and imports, about an app and the preview of a batch. */
export function spreadsheetExamples(
  app: { appID: string; appName: string; packageName: string },
  preview: object,
) {
  const { appID, appName, packageName } = app;
  const columns = [
    { column: 'App ID', field: 'appID' },
    { column: 'App Name', field: 'appName' },
    { column: 'Price', field: null },
  ];
  const unknown = { field: 'category', read: 'Puzzle', rows: 40, meant: 'Games: Puzzle' };
  const lacks = { missing: [{ field: 'appStatus', rows: 40 }], unknown: [unknown] };
  return {
    AppExport: { appIDs: [appID], format: 'json', columns: ['appID', 'appName', 'packageName'] },
    ImportColumnsForm: {},
    ImportRowsForm: { rows: '3,17' },
    ImportForm: {
      key: 'appID',
      mode: 'update',
      mapping: '{"App ID":"appID","App Name":"appName"}',
      defaults: '{"appStatus":"in-develop"}',
      values: '{"category":{"Puzzle":"Games: Puzzle"}}',
    },
    ExportedApps: [{ appID, appName, packageName }],
    ExportedUsers: [{ userID: 'ada', fullName: 'Ada Harbour', noOfApps: '1' }],
    ImportColumns: succeed('Columns', {
      format: 'csv',
      columns: columns.map((column) => ({ ...column, examples: [] })),
      rows: 40,
      key: 'appID',
      notes: [],
      ...lacks,
    }),
    ImportPreviewAnswer: succeed('2 rows', {
      ...preview,
      kind: 'import',
      title: 'Import of apps.csv',
      total: 2,
      changed: 1,
      created: 1,
      unchanged: 0,
      findings: [],
      impact: null,
      delivery: null,
      columns,
      key: 'appID',
      notes: ['The file has 3 sheets. Only the first one is read: Games'],
      ...lacks,
    }),
  };
}
