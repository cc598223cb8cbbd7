import { expect, test } from 'vitest';
import { matchedWords } from './matched-mark.tsx';

const columns = ['appID', 'appName', 'accountName', 'fullName'];

test.each([
  [undefined, ''],
  [[], ''],
  [['appName', 'packageName'], ''],
  [['packageName'], 'Package Name'],
  [['packageName', 'googleBanner2'], 'Package Name, Google Banner 2'],
  [
    ['packageName', 'googleBanner2', 'appOpen1', 'reward3'],
    'Package Name, Google Banner 2 and 2 more',
  ],
  [['userID'], 'User Id'],
] as const)('%j says %j', (matched, words) => {
  expect(matchedWords(matched && [...matched], (field) => columns.includes(field))).toBe(words);
});
