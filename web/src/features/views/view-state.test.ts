import { describe, expect, it } from 'vitest';
import { parseTableState } from '../../ui/data-table/table-state.ts';
import { shipShape as shape } from '../../ui/data-table/testing/ship-shape.ts';
import { defaultSearch, isBare, isEdited, keptOf, keptWords, searchOf } from './view-state.ts';

const parse = (search: string) => parseTableState(new URLSearchParams(search), shape);
const nothing = { query: {}, sort: '', columns: null };

describe('what a view keeps', () => {
  it.each([
    ['', nothing],
    ['page=4&view=other&tab=x', nothing],
    ['sort=name&fleet=ours', nothing],
    [
      'search=O%27Brien %26 %25&sort=-built&name=%3Cb%3E&builtFrom=2026-03-01&fleet=sold&page=2',
      {
        query: {
          search: "O'Brien & %",
          name: '<b>',
          builtFrom: '2026-03-01',
          fleet: 'sold',
        },
        sort: '-built',
        columns: null,
      },
    ],
  ])('of %s', (search, kept) => {
    expect(keptOf(parse(search), shape, null)).toEqual(kept);
  });

  it('is the same after its address was opened, and is not edited then', () => {
    const kept = keptOf(parse('search=שלום&sort=-name&fleet=sold'), shape, ['name', 'built']);
    const search = searchOf({ ...kept, id: 'v1' }, shape);
    expect(new URLSearchParams(search).get('view')).toBe('v1');
    expect(keptOf(parse(search), shape, ['name', 'built'])).toEqual(kept);
    expect(isEdited(kept, parse(search), shape)).toBe(false);
    expect(isEdited(kept, parse(`${search}&page=9`), shape)).toBe(false);
    for (const more of ['&name=x', '&builtTo=2026-01-01']) {
      expect(isEdited(kept, parse(search + more), shape), more).toBe(true);
    }
    expect(isEdited(kept, parse(search.replace('columns=name%2Cbuilt', '')), shape)).toBe(true);
  });

  it('leaves out what the list does not know any more', () => {
    const old = {
      query: { gone: 'x', name: 'x', builtFrom: 'yesterday', page: '7', fleet: 'stolen' },
      sort: '-gone',
      columns: null,
    };
    expect(searchOf({ ...old, id: 'v1' }, shape)).toBe('?name=x&view=v1');
  });
});

describe('in words', () => {
  it.each([
    [nothing, []],
    [
      { query: { search: 'x y', name: 'z', fleet: 'sold' }, sort: '-built', columns: ['name'] },
      ['Search: x y', 'Fleet: Sold', 'Name: z', 'Sorted by Built, descending', '1 column'],
    ],
    [
      { query: { builtFrom: '2026-03-01' }, sort: 'built', columns: ['name', 'built'] },
      ['Built: from 01 Mar 2026', 'Sorted by Built', '2 columns'],
    ],
  ])('%j', (kept, words) => {
    expect(keptWords(kept, shape)).toEqual(words);
  });
});

describe('a list that is opened', () => {
  const view = {
    ...nothing,
    id: 'v1',
    list: 'apps' as const,
    name: 'Ships',
    query: { name: 'x' },
    shared: false,
    isDefault: true,
    mine: true,
    by: 'Ada',
    createdAt: '',
    changedAt: '',
  };

  it.each([
    ['', true],
    ['?', true],
    ['?add=1', true],
    ['?view=v1', false],
    ['?page=2', false],
    ['?add=1&search=x', false],
    ['?edit=x', false],
  ])('with %j is without state: %s', (search, bare) => {
    expect(isBare(search)).toBe(bare);
  });

  it('has the address of the default view, and the dialog that was asked for', () => {
    const others = [{ ...view, id: 'v0', isDefault: false }];
    expect(defaultSearch([...others, view], '?add=1', shape)).toBe('?name=x&view=v1&add=1');
    expect(defaultSearch(others, '', shape)).toBe(null);
    expect(defaultSearch(undefined, '', shape)).toBe(null);
  });
});
