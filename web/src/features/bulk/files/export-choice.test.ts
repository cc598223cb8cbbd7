import { expect, test } from 'vitest';
import { columnsShown, usualSeparator } from './export-choice.ts';

test.each([
  ['en-GB', 'comma'],
  ['de', 'semicolon'],
  ['pt-BR', 'semicolon'],
  ['hi', 'comma'],
  ['fr-FR', 'semicolon'],
] as const)('in %s a spreadsheet splits at a %s', (language, separator) => {
  expect(usualSeparator(language)).toBe(separator);
});

test('the columns of a list are exported in the order of the file', () => {
  expect(columnsShown(['edit', 'note', 'appID'], ['appID', 'appName', 'note'])).toEqual([
    'appID',
    'note',
  ]);
});
