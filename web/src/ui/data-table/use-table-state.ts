import { type RefObject, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import {
  formatTableState,
  parseTableState,
  type TableQuery,
  type TableShape,
  type TableState,
  toTableQuery,
} from './table-state.ts';
import { usePageSize } from './use-page-size.ts';

/** The state of a table and its setters; every change except of the page goes back to page 0. */
export type TableControl = {
  shape: TableShape;
  state: TableState;
  /** Ready for a list of the contract. */
  query: TableQuery;
  /** The query of another page, for a prefetch. */
  queryOfPage: (page: number) => TableQuery;
  setPage: (page: number, how?: Step) => void;
  /** Shows this many rows on a page; the first row stays on it. */
  setPageSize: (pageSize: number) => void;
  setSearch: (search: string) => void;
  setSort: (sort: string) => void;
  /** Shows another part of the list, with the same search and filters. */
  setView: (view: string) => void;
  /** Shows these columns; without any, those of this browser. */
  setColumns: (columns: readonly string[] | undefined) => void;
  /** By parameter; '' unsets. */
  setFilters: (changes: Record<string, string>, how?: Step) => void;
  /** Sets these filters, and clears the search and all others; `view` shows another part of the list, too. */
  setOnly: (filters: Record<string, string>, view?: string) => void;
  /** Clears search and filters. */
  clear: () => void;
};

/**
 * The state of an entry in the browser's history that a list made itself. An address without anything in it then means
 * that the user cleared the list, not that the list was opened.
 */
export const inPage = { isInPage: true };
export const isInPage = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isInPage' in state;

/** `typing` and `correction` replace the entry in the browser's history, so that Back does not undo single letters. */
type Step = 'step' | 'typing' | 'correction';

/**
 * Keeps a table's state in the address (ADR 31 "Lists"): `page` (from 1 there), `search`, `sort`, filters by name. A
 * page has only one table, so the names have no prefix. `shape` must be the same object at each render. `prefetch` is
 * called with each new query before anything renders, so that the server can begin earlier.
 *
 *     const shape: TableShape = {
 *       storageKey: 'users', sorts: ['fullName'], defaultSort: 'fullName',
 *       filters: [{ kind: 'text', name: 'fullName', label: 'Full Name' }],
 *     };
 *     const control = useTableState(shape);
 *     const result = useQuery(usersQuery(control.query));
 *     return <DataTable control={control} result={result} columns={columns} … />;
 */
export function useTableState(
  shape: TableShape,
  prefetch?: (query: TableQuery) => void,
): TableControl {
  const [params, setParams] = useSearchParams();
  const [pageSize, rememberPageSize] = usePageSize(shape.storageKey);
  const parsed = useMemo(() => parseTableState(params, shape, pageSize), [params, shape, pageSize]);
  // The address also has parameters of others, such as the open form. When only those change, the state stays the same
  // object, so the list does not take it for another query.
  const kept = useRef(parsed);
  if (JSON.stringify(kept.current) !== JSON.stringify(parsed)) kept.current = parsed;
  const state = kept.current;
  const query = useMemo(() => toTableQuery(state, shape), [state, shape]);
  // The latest values, so that the setters stay the same functions.
  const now = useRef({ params, state, setParams, prefetch, rememberPageSize });
  now.current = { params, state, setParams, prefetch, rememberPageSize };
  const setters = useMemo(() => settersOf(now, shape), [shape]);
  return { shape, state, query, ...setters };
}

type Now = RefObject<{
  params: URLSearchParams;
  state: TableState;
  setParams: ReturnType<typeof useSearchParams>[1];
  prefetch: ((query: TableQuery) => void) | undefined;
  rememberPageSize: (pageSize: number) => void;
}>;

function settersOf(now: Now, shape: TableShape): Omit<TableControl, 'shape' | 'state' | 'query'> {
  function go(change: Partial<TableState>, how: Step): void {
    const { params, state, setParams, prefetch } = now.current;
    const next = formatTableState(params, { ...state, page: 0, ...change }, shape);
    if (next.toString() === params.toString()) return;
    const { pageSize = state.pageSize } = change;
    prefetch?.(toTableQuery(parseTableState(next, shape, pageSize), shape));
    // Synchronous, not a transition: the next key press needs the new state, and the rows come sooner. A correction
    // comes from an effect, in which React cannot do that.
    setParams(next, {
      replace: how !== 'step',
      preventScrollReset: true,
      flushSync: how !== 'correction',
      state: inPage,
    });
  }

  return {
    queryOfPage: (page) => toTableQuery({ ...now.current.state, page }, shape),
    setPage: (page, how = 'step') => go({ page }, how),
    setPageSize: (pageSize) => {
      const { state, rememberPageSize } = now.current;
      rememberPageSize(pageSize);
      go({ page: Math.floor((state.page * state.pageSize) / pageSize), pageSize }, 'typing');
    },
    setSearch: (search) => {
      if (search.trim() !== now.current.state.search) go({ search: search.trim() }, 'typing');
    },
    setSort: (sort) => go({ sort }, 'step'),
    setView: (view) => go({ view }, 'step'),
    setColumns: (columns) => go({ page: now.current.state.page, columns }, 'step'),
    setFilters: (changes, how = 'step') =>
      go({ filters: { ...now.current.state.filters, ...changes } }, how),
    setOnly: (filters, view) =>
      go({ search: '', filters, ...(view !== undefined && { view }) }, 'step'),
    clear: () => go({ search: '', filters: {} }, 'step'),
  };
}
