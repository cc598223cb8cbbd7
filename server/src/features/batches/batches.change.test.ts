import { countryNames } from '@adwarden/contract/country-codes';
import { ruleAsText } from '@adwarden/contract/country-rule';
import { describe, expect, it } from 'vitest';
import { changesOf, titleOf, whyUnchanged } from './batches.change.ts';
import { differenceOf, noValues } from './batches.values.ts';

const unit = 'ca-app-pub-1111111111111111/2222222222';
const values = { ...noValues, appName: 'Tide', googleBanner1: unit, reward1: unit, country: 'IN' };

describe('what a change makes of an app', () => {
  it.each([
    [{ set: { appName: 'Tide' } }, {}],
    [{ set: { appName: 'Ebb', note: '' } }, { appName: 'Ebb' }],
    [{ country: 'IN' }, {}],
    [{ country: null }, { country: '' }],
    [{ country: 'DE' }, { country: 'DE' }],
    [{ countries: { add: 'Germany,IN' } }, { country: 'IN,DE' }],
    [{ countries: { remove: 'DE' } }, {}],
    [{ replaceInAdUnits: { find: 'absent', with: 'x' } }, {}],
    [
      { replaceInAdUnits: { find: '1111', with: '$&' } },
      { googleBanner1: expect.stringContaining('$&$&$&$&/'), reward1: expect.anything() },
    ],
    [{ replaceInAdUnits: { find: unit, with: '', kinds: ['reward' as const] } }, { reward1: '' }],
    [
      { set: { reward1: 'abc' }, replaceInAdUnits: { find: 'b', with: 'x' } },
      { reward1: 'axc', googleBanner1: expect.stringMatching(/^ca-app-pux-/) },
    ],
  ])('%j', (change, changes) => {
    expect(changesOf(values, change)).toEqual({ changes, errors: [] });
  });

  it('keeps the spelling of other countries, and adds none to an app without a list', () => {
    const of = (country: string, countries: { add: string } | { remove: string }) =>
      changesOf({ ...values, country }, { countries });
    expect(of('India,US', { remove: 'usa' }).changes).toEqual({ country: 'India' });
    expect(of('', { add: 'DE' })).toEqual({ changes: {}, errors: [] });
    expect(of('India', { remove: 'IN' })).toEqual({
      changes: {},
      errors: [
        { field: 'country', message: 'No country would be left. Remove the configuration instead' },
      ],
    });
  });

  it('takes countries off a list of exceptions, or puts them on it', () => {
    const of = (country: string, countries: { add: string } | { remove: string }) =>
      changesOf({ ...values, country }, { countries });
    expect(of('!Russia,!CN', { add: 'China,IN' }).changes).toEqual({ country: '!Russia' });
    expect(of('!Russia', { remove: 'RUS, CN' }).changes).toEqual({ country: '!Russia,!CN' });
    expect(of('!RU,!CN', { add: 'IN' }).changes).toEqual({});
    expect(of('!RU,!CN', { remove: 'ru' }).changes).toEqual({});
    expect(of('!RU', { add: 'RU' }).changes, 'everywhere').toEqual({ country: '' });
    const all = countryNames().map(({ code }) => code);
    const [last = '', ...others] = all;
    const onlyLast = ruleAsText({ except: true, codes: others });
    expect(of(onlyLast, { remove: last }).errors).toMatchObject([{ field: 'country' }]);
  });

  it.each([
    [{ set: { adsStatus: 'off' as const } }, 'IN', 'It has these values already.'],
    [{ country: 'IN' }, 'IN', 'It has these countries already.'],
    [{ country: null }, '', 'It has no countries: its ads are everywhere already.'],
    [{ countries: { add: 'IN' } }, 'IN', 'Its ads are shown in these countries already.'],
    [{ countries: { add: 'IN' } }, '', 'It has no list of countries: its ads are everywhere.'],
    [{ countries: { remove: 'RU' } }, '!RU', 'Its ads are not shown in these countries already.'],
    [
      { replaceInAdUnits: { find: 'absent', with: 'x' }, countries: { remove: 'RU' } },
      'IN',
      'No ad unit has this text. Its ads are not shown in these countries already.',
    ],
  ])('%j leaves an app with the countries %j: %s', (change, country, why) => {
    expect(changesOf({ ...values, adsStatus: 'off', country }, change).changes).toEqual({});
    expect(whyUnchanged({ country }, change)).toBe(why);
  });

  it('has an error for an ad unit that becomes too long', () => {
    const replaceInAdUnits = { find: '1', with: 'x'.repeat(200), kinds: ['banner' as const] };
    expect(changesOf(values, { replaceInAdUnits })).toEqual({
      changes: {},
      errors: [
        { field: 'googleBanner1', message: 'Google Banner 1 must be at most 200 characters' },
      ],
    });
  });

  it('is shown in the order of the form, without what stays', () => {
    const changes = { country: '', adsStatus: 'on', appName: 'Tide' };
    expect(differenceOf(values, changes)).toEqual([
      { field: 'adsStatus', before: 'off', after: 'on' },
      { field: 'country', before: 'IN', after: '' },
    ]);
  });
});

it.each([
  [{ set: { adsStatus: 'off' as const, note: '' } }, 'Ads Status: OFF; Note: empty'],
  [
    { replaceInAdUnits: { find: 'a', with: 'b' }, country: null },
    'Replace “a” with “b”; Country: Everywhere',
  ],
  [{ country: 'IN,DE' }, 'Country: Only in India and Germany'],
  [{ country: '!RU,!CN' }, 'Country: Everywhere except Russia and China'],
  [{ countries: { add: 'IN' } }, 'Add countries: IN'],
  [{ countries: { remove: 'IN' } }, 'Remove countries: IN'],
  [{ rotateTokens: { keepOldForDays: 1 } }, 'New tokens, the old ones stay valid for 1 day'],
  [{ delete: true as const }, 'Delete applications'],
])('the title of %j', (change, title) => {
  expect(titleOf(change)).toBe(title);
});
