import { limits } from '@adwarden/contract/limits';
import { describe, expect, test } from 'vitest';
import { readCopies, withCount } from './copies-values.ts';

const copy = (appName: string, packageName: string) => ({ appName, packageName });

describe('a list of copies', () => {
  test.each([
    ['Tide, com.tide', [copy('Tide', 'com.tide')]],
    ['Tide\tcom.tide\r\nMoon\tcom.moon', [copy('Tide', 'com.tide'), copy('Moon', 'com.moon')]],
    ['\n Tide, Clock ,com.tide\n\n', [copy('Tide, Clock', 'com.tide')]],
    ['Tide; com.tide', [copy('Tide', 'com.tide')]],
    ['"Tide ""2"", Clock",com.tide', [copy('Tide "2", Clock', 'com.tide')]],
    ['Tide\tcom.tide\t', [copy('Tide', 'com.tide')]],
    ['🌊 שעון, com.tide', [copy('🌊 שעון', 'com.tide')]],
  ])('%j is read', (text, copies) => {
    expect(readCopies(text)).toEqual({ copies, errors: [] });
  });

  test.each([
    ['', [[null, 'Please enter a name and a package']]],
    ['Tide', [[1, 'Please Enter Package Name']]],
    ['Tide,', [[1, 'Please Enter Package Name']]],
    ['\n, com.tide', [[2, 'Please Enter App Name']]],
    ['Tide\tcom.tide\tlive', [[1, 'A line has a name and a package, and nothing else']]],
    ['A, com.tide\n\nB, com.tide', [[3, 'Line 1 has this package, too']]],
    [`${'x'.repeat(201)}, com.tide`, [[1, expect.stringMatching(/at most 200 characters/)]]],
  ])('%j is refused by line', (text, errors) => {
    expect(readCopies(text).errors.map(({ line, message }) => [line, message])).toEqual(errors);
  });

  test('has a maximum', () => {
    const list = (count: number) =>
      Array.from({ length: count }, (_, at) => `A, com.tide.${at}`).join('\n');
    expect(readCopies(list(limits.import.copies)).errors).toEqual([]);
    expect(readCopies(list(limits.import.copies + 1)).errors).toEqual([
      { line: null, message: 'At most 50 copies at once; these are 51' },
    ]);
  });
});

describe('the number of copies', () => {
  test('adds lines to complete, and removes only those that nobody has changed', () => {
    expect(withCount('', 2, 'Tide')).toBe('Tide 2, \nTide 3, ');
    expect(withCount('A, com.a', 2, 'Tide')).toBe('A, com.a\nTide 3, ');
    expect(withCount('A, com.a\nTide 3, ', 1, 'Tide')).toBe('A, com.a');
    expect(withCount('A, com.a\nB, com.b', 1, 'Tide')).toBe('A, com.a\nB, com.b');
    expect(withCount('', 1000, 'Tide').split('\n')).toHaveLength(limits.import.copies);
  });
});
