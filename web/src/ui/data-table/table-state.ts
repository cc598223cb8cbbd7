import { limits } from '@adwarden/contract/limits';
import { inNormalForm } from '@adwarden/contract/unicode';
import dayjs from 'dayjs';
import { formatDate } from '../../lib/dates.ts';
import type { TableQuery } from '../../lib/http-client.ts';

type FilterBase = {
  /** The name of its column and its parameter, unless it has two parameters. */
  name: string;
  label: string;
  /** The id of the column that has this filter in its heading; by default, the column with the filter's name. */
  column?: string;
};

type Option = { value: string; label: string };

/**
 * A filter of one column: a part of its text, one of its values, or a range of days or of whole numbers. `FilterSource` asks
 * the server about values.
 */
export type TableFilter =
  /** `whole`: the server compares the whole text, not a part of it. */
  | (FilterBase & { kind: 'text'; whole?: true })
  | (FilterBase & { kind: 'select'; options: readonly Option[] })
  /**
   * One of the values that the rows have. `named`: it is an id, for which people see a name. `others`: a second parameter, of
   * which a value can be chosen instead.
   */
  | (FilterBase & {
      kind: 'values';
      named?: true;
      others?: { name: string; options: readonly Option[] };
    })
  /** The id of a list of texts; `hint` says which texts it takes. */
  | (FilterBase & { kind: 'pasted'; hint: string })
  | (FilterBase & { kind: 'dates'; from: string; to: string })
  | (FilterBase & { kind: 'numbers'; from: string; to: string });

/** The sorts and filters of a table, stated once for each list; other parameters of an address are ignored. */
export type TableShape = {
  /** The key under which this browser keeps the user's columns and page size. */
  storageKey: string;
  /** Parts of the list of which one is shown, such as Active and Ended. The first is the server's default. */
  view?: { name: string; label: string; options: readonly { value: string; label: string }[] };
  /** The names of the columns that sort. */
  sorts: readonly string[];
  /** A column's name, with `-` before it for descending. */
  defaultSort: string;
  filters: readonly TableFilter[];
};

/** `page` counts from 0; `filters` by parameter, days as `YYYY-MM-DD` in the person's zone. */
export type TableState = {
  page: number;
  pageSize: number;
  search: string;
  sort: string;
  filters: Readonly<Record<string, string>>;
  /** The value of the shape's `view`. */
  view?: string;
  /** The columns that the address names; without them, this browser's. */
  columns?: readonly string[] | undefined;
};

export type { TableQuery };

const parameters = (filter: TableFilter) => {
  if ('from' in filter) return [filter.from, filter.to];
  return filter.kind === 'values' && filter.others
    ? [filter.name, filter.others.name]
    : [filter.name];
};

/** Returns the text as the server takes it: NFC, without control characters, bounded, trimmed. */
function clean(text: string, max: number): string {
  const plain = inNormalForm(text).replace(/\p{Cc}/gu, '');
  return plain
    .slice(0, max)
    .replace(/\p{Cs}$/u, '')
    .trim();
}

/** Returns a real day between 1900 and 2999, or ''. */
function cleanDay(text: string): string {
  if (!/^(19|2\d)\d{2}-\d{2}-\d{2}$/.test(text)) return '';
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : '';
}

/** Returns a whole number from 0 up to the server's maximum, without leading zeros; '' for any other text. */
function cleanNumber(text: string): string {
  if (!/^\d{1,16}$/.test(text) || Number(text) > limits.maxCount) return '';
  return String(Number(text));
}

const oneOf = (options: readonly Option[], text: string): string =>
  options.some(({ value }) => value === text) ? text : '';

function cleanFilter(filter: TableFilter, name: string, text: string): string {
  if (filter.kind === 'values' && name === filter.others?.name) {
    return oneOf(filter.others.options, text);
  }
  if (filter.kind === 'dates') return cleanDay(text);
  if (filter.kind === 'numbers') return cleanNumber(text);
  if (filter.kind === 'select') return oneOf(filter.options, text);
  return clean(text, filter.kind === 'pasted' ? limits.text.id : limits.text.filter);
}

function cleanPage(text: string | null): number {
  const page = /^\d{1,16}$/.test(text ?? '') ? Number(text) : 1;
  return Math.min(Math.max(page - 1, 0), limits.maxPage);
}

function cleanSort(text: string | null, { sorts, defaultSort }: TableShape): string {
  return text && sorts.includes(text.replace(/^-/, '')) ? text : defaultSort;
}

function cleanView(params: URLSearchParams, { view }: TableShape): { view?: string } {
  const given = view?.options.find(({ value }) => value === params.get(view.name));
  const value = given?.value ?? view?.options[0]?.value;
  return value === undefined ? {} : { view: value };
}

/** Reads the ids of columns, joined by commas. Ids that the table does not have are ignored later. */
function cleanColumns(text: string | null): { columns?: readonly string[] } {
  const ids = new Set(text?.split(',').filter((id) => /^[a-z][a-z\d]{0,39}$/i.test(id)));
  return ids.size > 0 ? { columns: [...ids].slice(0, limits.views.columns) } : {};
}

/** Reads an address. Unknown and invalid values become defaults, because people edit addresses by hand. */
export function parseTableState(
  params: URLSearchParams,
  shape: TableShape,
  pageSize: number = limits.pageSize,
): TableState {
  const filters = shape.filters.flatMap((filter) =>
    parameters(filter).map(
      (name) => [name, cleanFilter(filter, name, params.get(name) ?? '')] as const,
    ),
  );
  return {
    page: cleanPage(params.get('page')),
    pageSize,
    search: clean(params.get('search') ?? '', limits.text.search),
    sort: cleanSort(params.get('sort'), shape),
    filters: Object.fromEntries(filters.filter(([, value]) => value !== '')),
    ...cleanView(params, shape),
    ...cleanColumns(params.get('columns')),
  };
}

/** Returns the address for a state: a copy of `params` where only the table's own parameters differ; defaults are left out. */
export function formatTableState(
  params: URLSearchParams,
  state: TableState,
  shape: TableShape,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const set = (name: string, value: string) =>
    value === '' ? next.delete(name) : next.set(name, value);
  set('page', state.page > 0 ? String(state.page + 1) : '');
  set('search', state.search);
  set('sort', state.sort === shape.defaultSort ? '' : state.sort);
  for (const name of shape.filters.flatMap(parameters)) set(name, state.filters[name] ?? '');
  const { view } = shape;
  if (view) set(view.name, state.view === view.options[0]?.value ? '' : (state.view ?? ''));
  set('columns', state.columns?.join() ?? '');
  return next;
}

/** Returns the query for a state: days become the first and the last millisecond of that day here; nothing empty is sent. */
export function toTableQuery(state: TableState, shape: TableShape): TableQuery {
  const query: Record<string, string | number> = {
    page: state.page,
    pageSize: state.pageSize,
    sort: state.sort,
  };
  if (state.search !== '') query.search = state.search;
  if (shape.view && state.view !== undefined) query[shape.view.name] = state.view;
  for (const filter of shape.filters) {
    for (const name of parameters(filter)) {
      const value = state.filters[name];
      if (value === undefined) continue;
      query[name] = filter.kind === 'dates' ? edgeOfDay(value, name === filter.from) : value;
    }
  }
  return query as TableQuery;
}

function edgeOfDay(day: string, start: boolean): string {
  return (start ? dayjs(day).startOf('day') : dayjs(day).endOf('day')).toISOString();
}

/** Tells whether a search or a filter may hide rows. */
export function isNarrowed(state: TableState): boolean {
  return state.search !== '' || Object.keys(state.filters).length > 0;
}

/** Returns the number of pages for `total` rows; an empty list has one (the page input goes from 1). */
export function pageCountOf(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** Returns the value of a filter in words; '' if it is not set. */
export function filterText(filter: TableFilter, filters: TableState['filters']): string {
  if (filter.kind === 'dates') {
    const [from, to] = [filters[filter.from], filters[filter.to]].map(
      (day) => day && formatDate(day),
    );
    if (from && to) return from === to ? from : `${from} – ${to}`;
    return from ? `from ${from}` : to ? `until ${to}` : '';
  }
  if (filter.kind === 'numbers') {
    const { [filter.from]: from, [filter.to]: to } = filters;
    if (from && to) return from === to ? from : `${from} – ${to}`;
    return from ? `${from} or more` : to ? `${to} or fewer` : '';
  }
  const value = filters[filter.name] ?? '';
  const labelIn = (options: readonly Option[] = [], name = filter.name) =>
    options.find((option) => option.value === filters[name])?.label ?? '';
  if (filter.kind === 'select') return labelIn(filter.options);
  if (filter.kind === 'text' || value === '') {
    return (
      value ||
      (filter.kind === 'values' ? labelIn(filter.others?.options, filter.others?.name) : '')
    );
  }
  return isNamed(filter) ? 'as chosen' : value;
}

/** Tells whether the value is an id, for which people see a name: `filterText` does not know it. */
export const isNamed = (filter: TableFilter): boolean =>
  filter.kind === 'pasted' || (filter.kind === 'values' && filter.named === true);

/** Returns the change that unsets a filter. */
export function cleared(filter: TableFilter): Record<string, string> {
  return Object.fromEntries(parameters(filter).map((name) => [name, '']));
}
