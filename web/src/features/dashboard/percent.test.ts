import { expect, it } from 'vitest';
import { percent } from './percent.ts';

it.each([
  [0, 0, 0],
  [0, 10, 0],
  [10, 10, 100],
  [54, 67, 81],
  [1, 100_000, 1],
  [99_999, 100_000, 99],
])('%d of %d is %d %%', (part, whole, expected) => {
  expect(percent(part, whole)).toBe(expected);
});
