import { expect, test } from 'vitest';
import { barPlaces, countTicks, lineThrough } from './bar-places.ts';

test.each([
  [0, [0, 1, 2, 3, 4]],
  [1, [0, 1, 2, 3, 4]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6, 8]],
  [40, [0, 10, 20, 30, 40]],
  [41, [0, 15, 30, 45, 60]],
  [400, [0, 100, 200, 300, 400]],
  [401, [0, 150, 300, 450, 600]],
  [28_519, [0, 7_500, 15_000, 22_500, 30_000]],
  [427_331, [0, 150_000, 300_000, 450_000, 600_000]],
  [9_999_999, [0, 2_500_000, 5_000_000, 7_500_000, 10_000_000]],
])('an axis up to %i has round counts', (most, ticks) => {
  expect(countTicks(most)).toEqual(ticks);
});

test('the last count of an axis is at least the largest one, and the axis is half used from 40 on', () => {
  const wrong = [...Array(30_000).keys()].filter((most) => {
    const last = countTicks(most).at(-1) ?? 0;
    return last < most || (most >= 40 && last > most * 2);
  });
  expect(wrong).toEqual([]);
});

test.each([
  [688, 30, 0.14, 17],
  [264, 1, 0.14, 36],
  [264, 168, 0.06, 1],
  [264, 192, 0.06, 1],
])('in %i pixels %i bars stand in the middle of their steps', (axis, count, gap, width) => {
  const bar = barPlaces(axis, count, gap);
  expect(bar.width).toBe(width);
  expect(bar.every).toBe(axis / count);
  expect(Math.abs(bar.from + bar.width / 2 - bar.every / 2)).toBeLessThanOrEqual(0.5);
});

test('bars that are narrower than a pixel do not overlap', () => {
  const { every, width } = barPlaces(200, 250, 0.06);
  expect(width).toBeLessThan(every);
});

test('a line is broken where a point is missing', () => {
  const [one, two, three] = [1, 2, 3].map((x) => ({ x, y: 0 }));
  if (!one || !two || !three) throw new Error('three points');
  expect(lineThrough([one, two, three])).toBe('M1,0L2,0L3,0');
  expect(lineThrough([one, two, null, three])).toBe('M1,0L2,0M3,0');
  expect(lineThrough([null, one])).toBe('M1,0');
  expect(lineThrough([null])).toBe('');
});
