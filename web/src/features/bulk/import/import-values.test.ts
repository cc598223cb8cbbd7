import type { ImportColumns, UnknownValue } from '@adwarden/contract/spreadsheets/imports';
import { expect, test } from 'vitest';
import {
  answersOf,
  columnsProblem,
  fieldOptions,
  fieldsForAll,
  meaningFor,
  nothingSaid,
  type Reading,
  type Said,
  withFound,
  withMeaning,
} from './import-values.ts';

type Missing = ImportColumns['missing'];

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
  const answers = (said: Said) =>
    answersOf(
      said,
      fieldsForAll('admin', { missing: [...lacking.missing] }, reading({}), said).shown,
      lacking,
    );
  expect(answers(nothingSaid)).toEqual({
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
  expect(answers(said)).toEqual({
    defaults: { appStatus: 'live', category: 'Weather' },
    values: { category: { Nonsense: 'Tools' } },
  });
  expect(meaningFor(said, puzzle)).toBe('');
});

const forAll = (over: Partial<Reading>, missing: Missing, more: Partial<Said['defaults']> = {}) => {
  const said = { ...nothingSaid, defaults: more };
  const { shown, more: rest } = fieldsForAll('admin', { missing }, reading(over), said);
  return { shown: shown.map(({ field }) => field), rest, sent: answersOf(said, shown, lacking) };
};

test('owner and account are offered where required fields are missing, unless they have a column', () => {
  const missing: Missing = [
    { field: 'appStatus', rows: 2 },
    { field: 'appName', rows: 1 },
  ];
  expect(forAll({}, missing).shown).toEqual(['appStatus', 'accountName', 'selectedUser']);
  const fields = { Login: 'selectedUser', Text: 'note', Other: null } as const;
  const { shown, rest, sent } = forAll({ fields }, missing, {
    accountName: "O'Brine 100%",
    selectedUser: 'ada',
    country: '!RU',
    note: 'x',
    googleBanner1: '',
  });
  expect(shown).toEqual(['appStatus', 'accountName', 'googleBanner1', 'country']);
  expect(rest).toContain('googleBanner2');
  for (const field of ['appName', 'packageName', 'adsStatus', 'note', 'selectedUser', 'country']) {
    expect(rest).not.toContain(field);
  }
  expect(sent.defaults).toEqual({
    appStatus: 'in-develop',
    accountName: "O'Brine 100%",
    country: '!RU',
  });
});

test('a file that only changes applications has no values for new ones', () => {
  expect(forAll({ mode: 'update' }, [], { accountName: 'Tide' })).toMatchObject({
    shown: [],
    rest: [],
    sent: { defaults: {} },
  });
  expect(forAll({}, []).shown, 'nothing is missing: a person can add one').toEqual([]);
  expect(forAll({}, []).rest).toEqual(expect.arrayContaining(['selectedUser', 'accountName']));
});

test('an owner is offered the account, and nothing that only administrators set', () => {
  const missing: Missing = [{ field: 'category', rows: 1 }];
  const { shown, more } = fieldsForAll('user', { missing }, reading({}), nothingSaid);
  expect(shown).toEqual([
    { field: 'category', rows: 1, isAdded: false },
    { field: 'accountName', rows: null, isAdded: false },
  ]);
  expect(more).not.toContain('country');
  expect(more).not.toContain('selectedUser');
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
