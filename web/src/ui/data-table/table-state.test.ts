import { describe, expect, it } from 'vitest';
import {
  cleared,
  filterText,
  formatTableState,
  isNarrowed,
  pageCountOf,
  parseTableState,
  type TableShape,
  toTableQuery,
} from './table-state.ts';

const dates = {
  kind: 'dates',
  name: 'createdAt',
  label: 'Date',
  from: 'createdFrom',
  to: 'createdTo',
} as const;
const status = {
  kind: 'select',
  name: 'status',
  label: 'Status',
  options: [
    { value: 'live', label: 'Live' },
    { value: 'suspend', label: 'Suspended' },
  ],
} as const;
const apps = {
  kind: 'numbers',
  name: 'apps',
  label: 'Apps',
  from: 'appsFrom',
  to: 'appsTo',
} as const;
const shape: TableShape = {
  storageKey: 'ships',
  sorts: ['createdAt', 'name'],
  defaultSort: '-createdAt',
  filters: [{ kind: 'text', name: 'name', label: 'Name' }, status, dates, apps],
};

const parse = (search: string) => parseTableState(new URLSearchParams(search), shape);
const nothing = { page: 0, pageSize: 10, search: '', sort: '-createdAt', filters: {} };

describe('parseTableState', () => {
  it('gives the defaults for an empty address', () => {
    expect(parse('')).toEqual(nothing);
  });

  it('reads page from 1, search, sort and filters', () => {
    expect(parse('page=3&search=%20caf%C3%A9%20&sort=-name&name=%25x&status=live')).toEqual({
      page: 2,
      pageSize: 10,
      search: 'café',
      sort: '-name',
      filters: { name: '%x', status: 'live' },
    });
  });

  it.each([
    'page=0',
    'page=-4',
    'page=1.5',
    'page=NaN',
    'page=١',
    'page=99999999999999999999',
    'sort=password',
    'sort=--name',
    'sort=-',
    'status=LIVE',
    'status=%00',
    'name=%20%09',
    'search=%00%1F',
    'createdFrom=2026-02-30',
    'createdFrom=yesterday',
    'createdTo=0001-01-01',
    'constructor=1&__proto__=2&unknown=x',
  ])('gives the defaults for %s', (search) => {
    expect(parse(search)).toEqual(nothing);
  });

  it("keeps a page that may be too far within the wire's bound", () => {
    expect(parse('page=999').page).toBe(998);
    expect(parse('page=9007199254740991').page).toBe(999_999);
  });

  it('bounds texts without splitting a character', () => {
    const { search } = parse(`search=${encodeURIComponent(`${'a'.repeat(199)}😀`)}`);
    expect(search).toBe('a'.repeat(199));
  });

  it('composes accents as the server does', () => {
    expect(parse(`search=${encodeURIComponent('e\u0301')}`).search).toBe('\u00e9');
  });
});

describe('formatTableState', () => {
  it('leaves defaults out and other parameters alone', () => {
    const params = new URLSearchParams('tab=2&page=4&status=live&sort=name');
    expect(formatTableState(params, nothing, shape).toString()).toBe('tab=2');
  });

  it.each([
    ['columns=name,status', ['name', 'status']],
    ['columns=name,name,,status,%3Cb%3E,__proto__', ['name', 'status']],
    [`columns=${Array.from({ length: 60 }, (_, index) => `c${index}`)}`, 40],
    ['columns=', undefined],
    ['columns=%00,a b,1', undefined],
  ])('reads %s', (search, columns) => {
    const state = parse(search);
    if (typeof columns === 'number') expect(state.columns).toHaveLength(columns);
    else expect(state.columns).toEqual(columns);
    const params = formatTableState(new URLSearchParams(), state, shape);
    expect(parse(params.toString())).toEqual(state);
  });

  it('is what parseTableState reads back', () => {
    const state = {
      ...nothing,
      page: 4,
      search: "O'Brien & 100% +1 שלום",
      sort: 'name',
      filters: { name: '<b>', status: 'suspend', createdFrom: '2026-03-01' },
    };
    const params = formatTableState(new URLSearchParams(), state, shape);
    expect(parse(params.toString())).toEqual(state);
    expect(params.get('page')).toBe('5');
  });
});

describe('toTableQuery', () => {
  it('sends nothing empty', () => {
    expect(toTableQuery(nothing, shape)).toEqual({ page: 0, pageSize: 10, sort: '-createdAt' });
  });

  it('turns days into the first and last millisecond of the day here', () => {
    const filters = { createdFrom: '2026-03-01', createdTo: '2026-03-01' };
    const query = toTableQuery({ ...nothing, filters }, shape);
    expect(query.createdFrom).toBe(new Date(2026, 2, 1).toISOString());
    expect(query.createdTo).toBe(new Date(2026, 2, 1, 23, 59, 59, 999).toISOString());
  });
});

describe('words and counts', () => {
  it.each([
    [0, 1],
    [1, 1],
    [10, 1],
    [11, 2],
    [100_000, 10_000],
  ])('%d rows are %d pages of 10', (total, pages) => {
    expect(pageCountOf(total, 10)).toBe(pages);
  });

  it('says what a filter is set to', () => {
    expect(filterText(status, { status: 'suspend' })).toBe('Suspended');
    expect(filterText(status, {})).toBe('');
    expect(filterText(dates, { createdFrom: '2026-03-01' })).toBe('from 01 Mar 2026');
    expect(filterText(dates, { createdTo: '2026-03-01' })).toBe('until 01 Mar 2026');
    expect(filterText(dates, { createdFrom: '2026-03-01', createdTo: '2026-03-05' })).toBe(
      '01 Mar 2026 – 05 Mar 2026',
    );
  });

  it('unsets both ends of a range', () => {
    expect(cleared(dates)).toEqual({ createdFrom: '', createdTo: '' });
  });

  it('knows whether a search or a filter may hide rows', () => {
    expect(isNarrowed(nothing)).toBe(false);
    expect(isNarrowed({ ...nothing, search: 'x' })).toBe(true);
    expect(isNarrowed({ ...nothing, filters: { status: 'live' } })).toBe(true);
  });
});

describe('a filter of numbers', () => {
  it.each([
    ['appsFrom=007&appsTo=12', { appsFrom: '7', appsTo: '12' }, '7 – 12'],
    ['appsFrom=2', { appsFrom: '2' }, '2 or more'],
    ['appsTo=0', { appsTo: '0' }, '0 or fewer'],
    ['appsFrom=3&appsTo=3', { appsFrom: '3', appsTo: '3' }, '3'],
    ['appsFrom=-1&appsTo=1.5', {}, ''],
    ['appsFrom=many&appsTo=9999999999', {}, ''],
  ])('reads %s', (address, filters, words) => {
    const state = parse(address);
    expect(state.filters).toEqual(filters);
    expect(toTableQuery(state, shape)).toMatchObject(filters);
    expect(filterText(apps, state.filters)).toBe(words);
  });
});

describe('a filter of values', () => {
  const crewed: TableShape = {
    ...shape,
    filters: [
      {
        kind: 'values',
        name: 'captain',
        label: 'Captain',
        named: true,
        others: { name: 'crew', options: [{ value: 'none', label: 'Without crew' }] },
      },
      { kind: 'values', name: 'port', label: 'Port' },
      { kind: 'pasted', name: 'pasted', label: 'Pasted list', hint: 'Names' },
    ],
  };
  const wordsIn = (address: string) => {
    const { filters } = parseTableState(new URLSearchParams(address), crewed);
    return crewed.filters.map((filter) => filterText(filter, filters));
  };

  it('never shows the id of what has a name', () => {
    expect(wordsIn('captain=x7&port=Oslo&pasted=q7m2')).toEqual(['as chosen', 'Oslo', 'as chosen']);
    expect(wordsIn('')).toEqual(['', '', '']);
  });

  it('has a second parameter with fixed values, which is unset with it', () => {
    expect(wordsIn('crew=none')).toEqual(['Without crew', '', '']);
    expect(wordsIn('crew=all')).toEqual(['', '', '']);
    expect(crewed.filters.map(cleared)).toEqual([
      { captain: '', crew: '' },
      { port: '' },
      { pasted: '' },
    ]);
  });
});

describe('a view', () => {
  const options = [
    { value: 'active', label: 'Active' },
    { value: 'ended', label: 'Ended' },
  ];
  const withView: TableShape = { ...shape, view: { name: 'state', label: 'State', options } };
  const parsed = (search: string) => parseTableState(new URLSearchParams(search), withView);

  it.each([
    ['', 'active', ''],
    ['state=active', 'active', ''],
    ['state=ended', 'ended', 'state=ended'],
    ['state=nonsense', 'active', ''],
    ['state=ended&status=live', 'ended', 'status=live&state=ended'],
  ])('in the address %j is %j; the first one is left out', (search, view, address) => {
    const state = parsed(search);
    expect(state.view).toBe(view);
    expect(toTableQuery(state, withView).state).toBe(view);
    expect(formatTableState(new URLSearchParams(), state, withView).toString()).toBe(address);
  });

  it('hides no rows: an empty view is not “Nothing matches”', () => {
    expect(isNarrowed(parsed('state=ended'))).toBe(false);
    expect(isNarrowed(parsed('state=ended&status=live'))).toBe(true);
  });
});
