import * as countries from '@adwarden/contract/countries';
import { describe, expect, it } from 'vitest';
import { flagOf, readEntries, stripSpace, withCommas, withoutEntry } from './country-entries.ts';

it('strips every kind of white space', () => {
  expect(stripSpace(' United\u00a0States ,\t IN\n')).toBe('UnitedStates,IN');
});

describe('readEntries', () => {
  const read = (text: string) => readEntries(countries, text);

  it('names what is typed, each country once', () => {
    expect(read('in,UnitedStates,,US,DEU')).toEqual([
      { entry: 'in', code: 'IN', name: 'India' },
      { entry: 'UnitedStates', code: 'US', name: 'United States' },
      { entry: 'DEU', code: 'DE', name: 'Germany' },
    ]);
  });

  it('names a country whose name has a comma once', () => {
    expect(read('Korea,Republicof,IN')).toEqual([
      { entry: 'RepublicofKorea', code: 'KR', name: 'South Korea' },
      { entry: 'IN', code: 'IN', name: 'India' },
    ]);
  });

  it('keeps what is no country as it is', () => {
    expect(read('IN,Gremany,<b>')).toEqual([
      { entry: 'IN', code: 'IN', name: 'India' },
      { entry: 'Gremany', code: null },
      { entry: '<b>', code: null },
    ]);
  });

  it('is not slowed down by nonsense', () => {
    expect(read('abcdefgh,'.repeat(400))).toEqual([{ entry: 'abcdefgh', code: null }]);
  });
});

it.each([
  ['RU\nCN\n', 'RU,CN'],
  ['RU\tCN', 'RU,CN'],
  ['Russia; China', 'Russia,China'],
  ['RU CN  IND', 'RU,CN,IND'],
  ['!RU !CN', '!RU,!CN'],
  ['United States', 'United States'],
  ['RU, CN', 'RU, CN'],
  ['United States\r\nNew Zealand', 'United States,New Zealand'],
])('a paste of %j is %j', (text, list) => {
  expect(withCommas(text)).toBe(list);
});

it('takes a country out, however often and in whatever way it is written', () => {
  const without = (text: string, entry: string) => {
    const found = readEntries(countries, text).find((one) => one.entry === entry);
    return found && withoutEntry(countries, text, found);
  };
  expect(without('in,Germany,India,', 'in')).toBe('Germany');
  expect(without('IN,Gremany', 'Gremany')).toBe('IN');
  expect(without('IN,Korea,Republicof,SouthKorea', 'RepublicofKorea')).toBe('IN');
});

it('has the flags of Unicode', () => {
  expect(flagOf('DE')).toBe('🇩🇪');
});
