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

/** The state of a table and its setters; every change except of the page goes back to page 0. */
export type TableControl = {
  shape: TableShape;
  state: TableState;
  /** Ready for a list of the contract. */
  query: TableQuery;
  /** The query of another page, for a prefetch. */
  queryOfPage: (page: number) => TableQuery;
  setPage: (page: number, how?: Step) => void;
  setSearch: (search: string) => void;
  setSort: (sort: string) => void;
  /** Shows another part of the list, with the same search and filters. */
  setView: (view: string) => void;
  /** By parameter; '' unsets. */
  setFilters: (changes: Record<string, string>, how?: Step) => void;
  /** Sets these filters, and clears the search and all others; `view` shows another part of the list, too. */
  setOnly: (filters: Record<string, string>, view?: string) => void;
  /** Clears search and filters. */
  clear: () => void;
};

/** `typing` and `correction` replace the entry in the browser's history, so that Back does not undo single letters. */
type Step = 'step' | 'typing' | 'correction';

/**
 * Keeps a table's state in the address (ADR 31 "Lists"): `page` (from 1 there), `search`, `sort`, filters by name. A
 * page has only one table, so the names have no prefix. `shape` must be the same object at each render. `prefetch` is
 * called with each new query before anything renders, so that the server can begin earlier.
 *
 *     const shape: TableShape = {
 *       sorts: ['fullName'], defaultSort: 'fullName',
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
  const state = useMemo(() => parseTableState(params, shape), [params, shape]);
  const query = useMemo(() => toTableQuery(state, shape), [state, shape]);
  // The latest values, so that the setters stay the same functions.
  const now = useRef({ params, state, setParams, prefetch });
  now.current = { params, state, setParams, prefetch };
  const setters = useMemo(() => settersOf(now, shape), [shape]);
  return { shape, state, query, ...setters };
}

type Now = RefObject<{
  params: URLSearchParams;
  state: TableState;
  setParams: ReturnType<typeof useSearchParams>[1];
  prefetch: ((query: TableQuery) => void) | undefined;
}>;

function settersOf(now: Now, shape: TableShape): Omit<TableControl, 'shape' | 'state' | 'query'> {
  function go(change: Partial<TableState>, how: Step): void {
    const { params, state, setParams, prefetch } = now.current;
    const next = formatTableState(params, { ...state, page: 0, ...change }, shape);
    if (next.toString() === params.toString()) return;
    prefetch?.(toTableQuery(parseTableState(next, shape), shape));
    // Synchronous, not a transition: the next key press needs the new state, and the rows come sooner. A correction
    // comes from an effect, in which React cannot do that.
    setParams(next, {
      replace: how !== 'step',
      preventScrollReset: true,
      flushSync: how !== 'correction',
    });
  }

  return {
    queryOfPage: (page) => toTableQuery({ ...now.current.state, page }, shape),
    setPage: (page, how = 'step') => go({ page }, how),
    setSearch: (search) => {
      if (search.trim() !== now.current.state.search) go({ search: search.trim() }, 'typing');
    },
    setSort: (sort) => go({ sort }, 'step'),
    setView: (view) => go({ view }, 'step'),
    setFilters: (changes, how = 'step') =>
      go({ filters: { ...now.current.state.filters, ...changes } }, how),
    setOnly: (filters, view) =>
      go({ search: '', filters, ...(view !== undefined && { view }) }, 'step'),
    clear: () => go({ search: '', filters: {} }, 'step'),
  };
}
