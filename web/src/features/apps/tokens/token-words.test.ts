import { expect, test } from 'vitest';
import { usesOfTokens } from './token-words.ts';

const total = { ok: 1_200, notModified: 300, oldToken: 40, wrongToken: 7 };

test.each([
  [undefined, 1, { current: '–', old: '–' }],
  [total, 0, { current: '1,460', old: '40' }],
  [total, 1, { current: '1,460', old: '40' }],
  [total, 2, { current: '1,460', old: '40 of all old tokens' }],
])('of %j with %d old tokens', (counts, oldTokens, uses) => {
  expect(usesOfTokens(counts, oldTokens)).toEqual(uses);
});
