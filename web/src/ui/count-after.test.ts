import { expect, test } from 'vitest';
import { countAfter } from './count-after.ts';

test('a count begins at the old number and is exact after 4 seconds, up and down', () => {
  for (const [from, to] of [
    [0, 9_000_000],
    [12, 13],
    [100_000, 7],
  ] as const) {
    expect(countAfter(0, from, to)).toBe(from);
    expect(countAfter(3_999, from, to)).not.toBe(to);
    expect(countAfter(4_000, from, to)).toBe(to);
    expect(countAfter(9_000, from, to)).toBe(to);
  }
});

test('a count never turns round, and most of the way is early', () => {
  const shown = [...Array(401).keys()].map((part) => countAfter(part * 10, 0, 1_000));
  expect(shown).toEqual(shown.toSorted((a, b) => a - b));
  expect(countAfter(1_000, 0, 1_000)).toBeGreaterThan(800);
});
