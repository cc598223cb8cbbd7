import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ColumnNeed, fitColumns, wholeColumns } from './fit-columns.ts';

const fixed = (id: string, least: number, givesWay?: number): ColumnNeed => ({
  id,
  least,
  whole: least,
  grow: 0,
  givesWay,
});
const text = (id: string, least: number, whole: number, more: Partial<ColumnNeed> = {}) => ({
  id,
  least,
  whole,
  grow: 1,
  ...more,
});

const needs = [
  fixed('id', 80, 2),
  text('name', 100, 180, { grow: 3 }),
  text('owner', 60, 90, { givesWay: 3 }),
  text('account', 60, 200, { givesWay: 4 }),
  fixed('token', 90, 1),
  fixed('edit', 50),
];

test.each([
  [440, []],
  [439, ['token']],
  [350, ['token']],
  [349, ['token', 'id']],
  [269, ['token', 'id', 'owner']],
  [209, ['token', 'id', 'owner', 'account']],
  [10, ['token', 'id', 'owner', 'account']],
])('in %d px the least needed columns are hidden: %j', (room, hidden) => {
  expect(fitColumns(needs, room).hidden).toEqual(hidden);
});

test('short texts are whole before long ones get more', () => {
  const { widths } = fitColumns(needs, 440 + 80 + 30);
  // 550 - 80 - 90 - 50 = 330 for the three texts: the name is whole, the others share the rest.
  expect(widths).toEqual({ id: 80, name: 180, owner: 75, account: 75, token: 90, edit: 50 });
});

test('what is left when nothing is cut goes to the growing columns by their shares', () => {
  const { widths } = fitColumns(
    [fixed('id', 80), text('name', 10, 50, { grow: 3 }), text('note', 10, 50)],
    380,
  );
  expect(widths).toEqual({ id: 80, name: 50 + 150, note: 50 + 50 });
});

test('without a growing column all get the same more', () => {
  expect(fitColumns([fixed('a', 10), fixed('b', 20)], 61).widths).toEqual({ a: 25, b: 36 });
});

test('shown whole, the columns are as wide as their texts, or fill the room', () => {
  const whole = { id: 80, name: 180, owner: 90, account: 200, token: 90, edit: 50 };
  expect(wholeColumns(needs, 300)).toEqual(whole);
  const filled = Object.values(wholeColumns(needs, 1000));
  expect(filled.reduce((total, one) => total + one)).toBe(1000);
});

test('widths add up to the room, no column gets less than it must have, and none is lost', () => {
  const need = fc
    .tuple(
      fc.integer({ min: 0, max: 300 }),
      fc.integer({ min: 0, max: 500 }),
      fc.integer({ min: 0, max: 4 }),
      fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
    )
    .map(([least, more, grow, givesWay]) => ({
      least,
      whole: grow === 0 ? least : least + more,
      grow,
      givesWay,
    }));
  fc.assert(
    fc.property(
      fc.array(need, { minLength: 1, maxLength: 14 }),
      fc.integer({ min: 0, max: 2500 }),
      (some, room) => {
        const all = some.map((one, place) => ({ ...one, id: `c${place}` }));
        const { hidden, widths } = fitColumns(all, room);
        const shown = all.filter(({ id }) => !hidden.includes(id));
        expect(Object.keys(widths)).toEqual(shown.map(({ id }) => id));
        for (const { id, least } of shown) expect(widths[id]).toBeGreaterThanOrEqual(least);
        const must = shown.reduce((total, { least }) => total + least, 0);
        const total = Object.values(widths).reduce((one, other) => one + other, 0);
        if (shown.length > 0) expect(total).toBe(Math.max(room, must));
        if (must > room) expect(shown.every(({ givesWay }) => givesWay === undefined)).toBe(true);
      },
    ),
  );
});
