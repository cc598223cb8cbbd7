import { counted } from '@adwarden/contract/counted';
import type { View } from '@adwarden/contract/views/views';
import {
  filterText,
  formatTableState,
  parseTableState,
  type TableShape,
  type TableState,
} from '../../ui/data-table/table-state.ts';

/** The parts of a list's state that a view keeps. */
export type KeptState = Pick<View, 'query' | 'sort' | 'columns'>;

/** The parameter of a list's address that holds the id of the open view. */
export const viewParameter = 'view';

/** Returns the list as a view keeps it: the first page, and only what this version's list knows. */
function stateOf({ query, sort, columns }: KeptState, shape: TableShape): TableState {
  const params = new URLSearchParams(query);
  if (sort !== '') params.set('sort', sort);
  if (columns) params.set('columns', columns.join());
  return { ...parseTableState(params, shape), page: 0 };
}

const written = (state: TableState, shape: TableShape) =>
  formatTableState(new URLSearchParams(), { ...state, page: 0 }, shape);

/** Returns the query string of a view's address. */
export function searchOf(view: KeptState & Pick<View, 'id'>, shape: TableShape): string {
  const params = written(stateOf(view, shape), shape);
  params.set(viewParameter, view.id);
  return `?${params}`;
}

/** Parameters that ask for a dialog and say nothing of the list. */
const dialogs = ['add'];

/** Tells whether an address says nothing of its list. */
export function isBare(search: string): boolean {
  return [...new URLSearchParams(search).keys()].every((name) => dialogs.includes(name));
}

/** Returns the query string of the default view's address, with the dialogs that were asked for; null without a default. */
export function defaultSearch(
  views: readonly View[] | undefined,
  search: string,
  shape: TableShape,
): string | null {
  const view = views?.find(({ isDefault }) => isDefault);
  if (!view) return null;
  const params = new URLSearchParams(searchOf(view, shape));
  for (const [name, value] of new URLSearchParams(search)) params.set(name, value);
  return `?${params}`;
}

/** Tells whether the list differs from what the view keeps. */
export function isEdited(view: KeptState, state: TableState, shape: TableShape): boolean {
  return written(stateOf(view, shape), shape).toString() !== written(state, shape).toString();
}

/** Returns the state of the list that a view would keep; `columns` are the chosen ones, null for the usual ones. */
export function keptOf(
  state: TableState,
  shape: TableShape,
  columns: readonly string[] | null,
): KeptState {
  const params = written({ ...state, columns: undefined }, shape);
  const sort = params.get('sort') ?? '';
  params.delete('sort');
  return { query: Object.fromEntries(params), sort, columns: columns && [...columns] };
}

/** Returns what a view keeps in words, one for each part; empty for the list as it is. */
export function keptWords(kept: KeptState, shape: TableShape): string[] {
  const { search, filters, sort, view, columns } = stateOf(kept, shape);
  const part = shape.view?.options.find(({ value }) => value === view);
  const isFirst = part === shape.view?.options[0];
  const column = sort.replace(/^-/, '');
  const label = shape.filters.find(({ name }) => name === column)?.label ?? column;
  return [
    ...(search ? [`Search: ${search}`] : []),
    ...(part && !isFirst ? [`${shape.view?.label}: ${part.label}`] : []),
    ...shape.filters.flatMap((filter) => {
      const words = filterText(filter, filters);
      return words ? [`${filter.label}: ${words}`] : [];
    }),
    ...(sort === shape.defaultSort
      ? []
      : [`Sorted by ${label}${sort.startsWith('-') ? ', descending' : ''}`]),
    ...(columns ? [counted(columns.length, 'column')] : []),
  ];
}
