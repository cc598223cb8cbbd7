import { expect, test } from 'vitest';
import { columnsProblem, type FileChoice, fieldOptions } from './import-values.ts';

const choice = (over: Partial<FileChoice> = {}): FileChoice => ({
  file: new File([], 'apps.csv'),
  key: 'appID',
  mode: 'both',
  ...over,
});

test.each([
  [{ 'App ID': 'appID', Note: 'note', Price: null }, {}, null],
  [{ A: 'note', B: 'note' }, { mode: 'create' }, 'Two columns are Note: choose one of them'],
  [{ A: 'note' }, {}, 'No column is App ID, which finds the application of a row'],
  [
    { A: 'appID' },
    { key: 'packageName' },
    'No column is Package Name, which finds the application of a row',
  ],
  [{ A: 'appName' }, { mode: 'create' }, null],
  [{ A: null }, { mode: 'create' }, 'No column is read: choose the field of at least one'],
] as const)('%j with %j: %s', (columns, over, problem) => {
  expect(columnsProblem(columns, choice(over))).toBe(problem);
});

test('owners have no columns for what only administrators set', () => {
  const values = (role: 'admin' | 'user') => fieldOptions(role).map(({ value }) => value);
  expect(values('admin').filter((field) => !values('user').includes(field))).toEqual([
    'selectedUser',
    'ipAddress',
    'country',
  ]);
});
