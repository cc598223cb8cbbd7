import * as countries from '@adwarden/contract/countries';
import { describe, expect, it } from 'vitest';
import { readEntries, refusalOf, stripSpace } from './country-entries.ts';

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

describe('refusalOf', () => {
  it.each([
    ['', null],
    [' , ', null],
    ['IN,Germany', null],
    ['IN,Gremany', 'Unknown country: Gremany. Did you mean Germany?'],
  ])('%j: %s', (text, message) => {
    expect(refusalOf(countries, text)).toBe(message);
  });
});
