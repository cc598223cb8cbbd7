import { expect, test } from 'vitest';
import { withLeaving } from './use-leaving-rows.ts';

const show = (before: string, after: string) => {
  const { rows, leaving } = withLeaving([...before], [...after], (id) => id);
  return [rows.join(''), [...leaving].join('')];
};

test.each([
  ['abc', 'abc', 'abc', ''],
  ['abc', 'ac', 'abc', 'b'],
  ['abc', 'bc', 'abc', 'a'],
  ['abc', 'ab', 'abc', 'c'],
  ['abc', 'bcd', 'abcd', 'a'],
  ['abc', '', 'abc', 'abc'],
  ['', 'ab', 'ab', ''],
])(
  'rows %s that become %s are shown as %s, of which %j fade out',
  (before, after, rows, leaving) => {
    expect(show(before, after)).toEqual([rows, leaving]);
  },
);
