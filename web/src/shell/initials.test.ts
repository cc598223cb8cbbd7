import { expect, test } from 'vitest';
import { initials } from './initials.ts';

test.each([
  ['Ada Lovelace', 'AL'],
  ['Ada King Countess Lovelace', 'AL'],
  ['ada', 'A'],
  ['  ', '?'],
  ['👩‍👩‍👧 Smith', '👩‍👩‍👧S'],
  ['محمد علي', 'مع'],
])('%s: %s', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
