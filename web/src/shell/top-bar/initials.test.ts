import { expect, test } from 'vitest';
import { initials } from './initials.ts';

test.each([
  ['Ada Lovelace', 'AL'],
  ['Ada King Countess Lovelace', 'AL'],
  ['ada', 'A'],
  ['  ', '?'],
  ['👩‍👩‍👧 Smith', '👩‍👩‍👧S'],
  ['محمد علي', 'مع'],
])('the initials of %j are %s', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
