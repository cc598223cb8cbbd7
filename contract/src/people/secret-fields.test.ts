import { expect, test } from 'vitest';
import { appColumns } from '../apps.ts';
import { appExportColumns, secretColumn } from '../spreadsheets/columns.ts';
import { secretAskedFor, secretFields } from './secret-fields.ts';

test.each([
  { authToken: 'b8' },
  { search: 'x', authToken: 'b8', page: 0 },
  { sort: 'authToken' },
  { sort: '-authToken' },
  { columns: ['appID', 'authToken'] },
  { where: { authToken: 'b8' }, format: 'csv' },
  { list: 'apps', query: { authToken: 'b8' } },
  { list: 'apps', query: {}, columns: ['authToken'] },
])('%j asks for a secret', (question) => {
  expect(secretAskedFor(question)).toBe('authToken');
});

test.each([
  {},
  { search: 'authToken' },
  { authToken: undefined },
  { authToken: '' },
  { sort: '-createdAt', columns: ['appID'], where: { appName: 'authToken' } },
  { columns: undefined },
  { appIDs: ['authToken'] },
  undefined,
  null,
  'authToken',
])('%j asks for none', (question) => {
  expect(secretAskedFor(question)).toBe(undefined);
});

test('the secret fields are columns of lists and files', () => {
  expect(secretFields).toContain(secretColumn);
  for (const field of secretFields) {
    expect(appColumns).toContain(field);
    expect(appExportColumns).toContain(field);
  }
});
