import { expect, it } from 'vitest';
import { appExportColumns, appHeading } from './columns.ts';
import { guessMapping } from './guess.ts';
import { importFields } from './imports.ts';

it('knows the headings and the names of an export', () => {
  const byHeading = guessMapping(appExportColumns.map(appHeading));
  const byName = guessMapping(appExportColumns);
  for (const column of appExportColumns) {
    const field = column === 'userID' ? 'selectedUser' : column;
    const expected = (importFields as string[]).includes(field) ? field : null;
    expect(byHeading[appHeading(column)], column).toBe(expected);
    expect(byName[column], column).toBe(expected);
  }
  const found = [...Object.values(byHeading), ...Object.values(byName)];
  for (const field of importFields) {
    expect(
      found.filter((each) => each === field),
      field,
    ).toHaveLength(2);
  }
});

it.each([
  ['app_id', 'appID'],
  ['  PACKAGE  name ', 'packageName'],
  ['Banner 2', 'googleBanner2'],
  ['Owner', 'selectedUser'],
  ['Ｃountries', 'country'],
  ['Price', null],
  ['', null],
  ['__proto__', null],
  ['constructor', null],
])('reads the heading %j as %j', (heading, field) => {
  expect(guessMapping([heading])[heading] ?? null).toBe(field);
});

it('gives a field to the column with the best heading only', () => {
  expect(guessMapping(['Name', 'App Name', 'Title'])).toEqual({
    Name: null,
    'App Name': 'appName',
    Title: null,
  });
  expect(guessMapping(['Title', 'Name'])).toEqual({ Title: null, Name: 'appName' });
});
