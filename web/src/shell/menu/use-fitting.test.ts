import { expect, test } from 'vitest';
import { howManyFit } from './use-fitting.ts';

test.each([
  [[100, 100, 100], 300, 3],
  [[100, 100, 100], 299.9, 2],
  [[100, 100, 100], 99, 0],
  [[100], -10, 0],
  [[], 0, 0],
])('of %o in %d px fit %d', (widths, room, count) => {
  expect(howManyFit(widths, room)).toBe(count);
});
