import { expect, test } from 'vitest';
import { stepsFrom } from './steps-from.ts';

test.each([
  [0, true, 1, null, null],
  [0, true, 2, null, 1],
  [1, true, 2, 0, null],
  [9, true, 67, 8, 10],
  [66, true, 67, 65, null],
  // Gone from the list.
  [0, false, 0, null, null],
  [0, false, 3, null, 0],
  [3, false, 3, 2, null],
  [9, false, 5, 4, null],
])(
  'from place %i (found: %s) of %i the steps are %j and %j',
  (place, isFound, total, previous, next) => {
    expect(stepsFrom(place, { isFound, total })).toEqual({ previous, next });
  },
);
