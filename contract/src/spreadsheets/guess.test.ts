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
  ['Play Store Link', 'packageName'],
  ['Google Play URL', 'packageName'],
  ['iTunes link', 'packageName'],
  ['Live (Y/N)', 'appStatus'],
  ['Ads [Yes/No]', 'adsStatus'],
  ['Target Countries', 'country'],
  ['Developer Account', 'accountName'],
  ['Client Name', 'selectedUser'],
  ['Remarks', 'note'],
  ['AdMob Banner Ad Unit ID', 'googleBanner1'],
  ['Interstitial ID 2', 'googleInterstitial2'],
  ['Rewarded ID', 'reward1'],
  ['App Open Ad Unit', 'appOpen1'],
  ['Native Advanced', 'googleNative1'],
  ['Banner 4', null],
  ['Banner impressions', null],
  ['Ad unit ID', null],
  ['Paketname', 'packageName'],
  ['Länder', 'country'],
  ['Belohnung', 'reward1'],
  ['Catégorie', 'category'],
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
  // A link of the store is the package only where no column has the package itself.
  expect(guessMapping(['Play Store Link', 'Package Name'])).toEqual({
    'Play Store Link': null,
    'Package Name': 'packageName',
  });
  expect(guessMapping(['Title', 'Name'])).toEqual({ Title: null, Name: 'appName' });
});
