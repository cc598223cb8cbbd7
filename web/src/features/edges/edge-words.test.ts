import { expect, test } from 'vitest';
import { lagInWords } from './edge-words.ts';

test.each([
  [null, '–'],
  [0, '0.0 s'],
  [249, '0.2 s'],
  [9_949, '9.9 s'],
  [9_950, '10 s'],
  [119_499, '119 s'],
  [119_500, '2 min'],
  [90_000_000, '1,500 min'],
])('a lag of %j is %s', (ms, words) => {
  expect(lagInWords(ms)).toBe(words);
});
