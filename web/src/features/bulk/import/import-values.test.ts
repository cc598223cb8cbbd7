import type { UnknownValue } from '@adwarden/contract/spreadsheets/imports';
import { expect, test } from 'vitest';
import {
  answersOf,
  columnsProblem,
  fieldOptions,
  meaningFor,
  nothingSaid,
  type Reading,
  withFound,
  withMeaning,
} from './import-values.ts';

const reading = (over: Partial<Reading>): Reading => ({
  fields: {},
  key: null,
  mode: 'both',
  ...over,
});

test.each([
  [{ fields: { 'App ID': 'appID', Note: 'note', Price: null } }, null],
  [{ fields: { A: 'packageName' } }, null],
  [
    { fields: { A: 'note', B: 'note' }, mode: 'create' },
    'Two columns are Note: choose one of them',
  ],
  [
    { fields: { A: 'note' } },
    'No column is App ID or Package Name, which finds the application of a row',
  ],
  [
    { fields: { A: 'appID' }, key: 'packageName' },
    'No column is Package Name, which finds the application of a row',
  ],
  [{ fields: { A: 'appName' }, mode: 'create' }, null],
  [{ fields: { A: null }, mode: 'create' }, 'No column is read: choose the field of at least one'],
] as const)('%j: %s', (over, problem) => {
  expect(columnsProblem(reading(over))).toBe(problem);
});

test('owners have no columns for what only administrators set', () => {
  const values = (role: 'admin' | 'user') => fieldOptions(role).map(({ value }) => value);
  expect(values('admin').filter((field) => !values('user').includes(field))).toEqual([
    'selectedUser',
    'ipAddress',
    'country',
  ]);
});

const puzzle: UnknownValue = {
  field: 'category',
  read: 'Puzzle',
  rows: 40,
  meant: 'Games: Puzzle',
};
const nonsense: UnknownValue = { field: 'category', read: 'Nonsense', rows: 1, meant: null };
const lacking = {
  missing: [
    { field: 'adsStatus', rows: 40 },
    { field: 'appStatus', rows: 40 },
    { field: 'category', rows: 2 },
    { field: 'packageName', rows: 1 },
  ] as const,
  unknown: [puzzle, nonsense],
};

test('proposals are sent unless something else was said, and nothing where there is none', () => {
  const missing = [...lacking.missing];
  expect(answersOf(nothingSaid, { ...lacking, missing })).toEqual({
    defaults: { adsStatus: 'on', appStatus: 'in-develop' },
    values: { category: { Puzzle: 'Games: Puzzle' } },
  });
  const said = withMeaning(
    withMeaning(
      { ...nothingSaid, defaults: { appStatus: 'live', category: 'Weather', adsStatus: '' } },
      puzzle,
      '',
    ),
    nonsense,
    'Tools',
  );
  expect(answersOf(said, { ...lacking, missing })).toEqual({
    defaults: { appStatus: 'live', category: 'Weather' },
    values: { category: { Nonsense: 'Tools' } },
  });
  expect(meaningFor(said, puzzle)).toBe('');
});

test('what the preview has found besides is added once', () => {
  const found = { missing: [...lacking.missing.slice(0, 1)], unknown: [puzzle], notes: ['1 cell'] };
  const preview = {
    missing: [...lacking.missing.slice(0, 2)],
    unknown: [puzzle, nonsense],
    notes: ['2 cells'],
  };
  expect(withFound(found, preview)).toEqual(preview);
});
