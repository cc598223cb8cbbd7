import { expect, test } from 'vitest';
import {
  createSelection,
  isSameWhere,
  isSelected,
  selectedCount,
  whereOf,
} from './selection-store.ts';
import type { TableQuery } from './table-state.ts';

const queryOf = (parameters: Record<string, string | number>) => parameters as TableQuery;
const first = { ids: ['a', 'b', 'c', 'd', 'e'], isQueryShown: true };
const second = { ids: ['f', 'g'], isQueryShown: true };
const ids = (selection: ReturnType<typeof createSelection>) => [...selection.state().ids].sort();

test('a selection survives other pages', () => {
  const selection = createSelection();
  selection.toggle('b', first);
  selection.toggle('g', second);
  selection.togglePage(second, true);
  expect(ids(selection)).toEqual(['b', 'f', 'g']);
  selection.togglePage(second, false);
  expect(ids(selection)).toEqual(['b']);
  selection.toggle('b', first);
  expect(selectedCount(selection.state())).toBe(0);
});

test('Shift selects the rows between, in both directions and also selected ones', () => {
  const selection = createSelection();
  selection.toggle('b', first);
  selection.toggle('d', first, true);
  expect(ids(selection)).toEqual(['b', 'c', 'd']);
  selection.toggle('a', first, true);
  expect(ids(selection)).toEqual(['a', 'b', 'c', 'd']);
});

test('Shift without a last row on the page selects one row', () => {
  const selection = createSelection();
  selection.toggle('a', first, true);
  expect(ids(selection)).toEqual(['a']);
  selection.toggle('g', second, true);
  expect(ids(selection)).toEqual(['a', 'g']);
});

test('a query is selected without its ids; rows can be taken out of it, on each of its pages', () => {
  const selection = createSelection();
  selection.toggle('a', first);
  selection.selectQuery({ where: queryOf({ search: 'tide' }), total: 1240 });
  expect(ids(selection)).toEqual([]);
  expect(selectedCount(selection.state())).toBe(1240);
  selection.toggle('c', first);
  expect(selectedCount(selection.state())).toBe(1239);
  expect(isSelected(selection.state(), first, 'c')).toBe(false);
  expect(isSelected(selection.state(), first, 'd')).toBe(true);
  selection.togglePage(second, false);
  expect([...(selection.state().query?.except ?? [])]).toEqual(['c', 'f', 'g']);
  selection.toggle('b', first);
  selection.toggle('d', first, true);
  selection.togglePage(second, true);
  expect(selectedCount(selection.state()), 'Shift selects b to d').toBe(1240);
  selection.toggle('c', first);
  selection.drop('c');
  expect(selectedCount(selection.state()), 'a deleted row').toBe(1239);
});

test('a row of another list replaces the selected query', () => {
  const selection = createSelection();
  selection.selectQuery({ where: queryOf({ search: 'tide' }), total: 1240 });
  const other = { ...second, isQueryShown: false };
  expect(isSelected(selection.state(), other, 'f')).toBe(false);
  expect(isSelected(selection.state(), second, 'f')).toBe(true);
  selection.toggle('f', other);
  expect(ids(selection)).toEqual(['f']);
});

test('the first selected row shows the checkboxes; switching them off clears', () => {
  const selection = createSelection();
  expect(selection.state().isOn).toBe(false);
  selection.toggle('a', first);
  expect(selection.state().isOn).toBe(true);
  selection.clear();
  expect(selection.state()).toMatchObject({ isOn: true, query: null });
  selection.toggle('a', first);
  selection.setOn(false);
  expect(selection.state()).toMatchObject({ isOn: false, query: null });
  expect(ids(selection)).toEqual([]);
});

test('says changes, and not after the listener is gone', () => {
  const selection = createSelection();
  let heard = 0;
  const end = selection.subscribe(() => {
    heard += 1;
  });
  selection.toggle('a', first);
  end();
  selection.toggle('a', first);
  expect(heard).toBe(1);
});

test('the parameters that say which rows a list has', () => {
  const query = { page: 2, pageSize: 10, sort: 'appName', search: 'tide', adsStatus: 'on' };
  expect(whereOf(queryOf(query))).toEqual({ search: 'tide', adsStatus: 'on' });
  const tide = queryOf({ search: 'tide' });
  const everything = queryOf({});
  expect(isSameWhere(tide, queryOf({ search: 'tide' }))).toBe(true);
  expect(isSameWhere(tide, everything)).toBe(false);
  expect(isSameWhere(everything, tide)).toBe(false);
});

test('with 10,000 selected, a click changes what one row of a page reads', () => {
  const all = Array.from({ length: 10_000 }, (_, number) => `app${number}`);
  const selection = createSelection();
  selection.togglePage({ ids: all, isQueryShown: false }, true);
  const page = { ids: all.slice(0, 100), isQueryShown: false };
  const read = () => page.ids.map((id) => isSelected(selection.state(), page, id));
  const before = read();
  selection.toggle('app7', page);
  const after = read();
  expect(page.ids.filter((_, index) => before[index] !== after[index])).toEqual(['app7']);
  expect(selectedCount(selection.state())).toBe(9_999);
});

test('a deleted row leaves the selection', () => {
  const selection = createSelection();
  selection.togglePage(first, true);
  selection.drop('b');
  selection.drop('not selected');
  expect(ids(selection)).toEqual(['a', 'c', 'd', 'e']);
  selection.selectQuery({ where: queryOf({}), total: 12 });
  selection.drop('a');
  expect(selectedCount(selection.state())).toBe(11);
});
