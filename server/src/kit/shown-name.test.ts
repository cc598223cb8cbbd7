import { expect, test } from 'vitest';
import { shownName } from './shown-name.ts';

const family = '👩‍👩‍👧‍👦';

test.each([
  ['Tiffin Planner', 'Tiffin Planner'],
  ['two\nlines', 'two lines'],
  ['x'.repeat(60), 'x'.repeat(60)],
  ['x'.repeat(200), `${'x'.repeat(60)}…`],
  [family.repeat(61), `${family.repeat(60)}…`],
  ['مرحبا', '\u2068مرحبا\u2069'],
  ['a\u202eb', '\u2068a\u202eb\u2069'],
])('%j stands in a message as %j', (name, text) => {
  expect(shownName(name)).toBe(text);
});
