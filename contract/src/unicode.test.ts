import { expect, it } from 'vitest';
import { inNormalForm } from './unicode.ts';

it('puts a text into a normal form', () => {
  expect(inNormalForm('e\u0301')).toBe('é');
  expect(inNormalForm('é', 'NFKD')).toBe('e\u0301');
});

it.each([
  [
    'a run of marks that would take minutes',
    `a${'\u0300'.repeat(250_000)}${'\u0316'.repeat(250_000)}`,
  ],
  ['more marks than any language has', `e${'\u0301'.repeat(31)}`],
  ['a text that is longer than any field', 'e\u0301'.repeat(10_001)],
])('leaves %s as it is', (_, text) => {
  expect(inNormalForm(text)).toBe(text);
});
