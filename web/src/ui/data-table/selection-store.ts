import type { TableQuery } from './table-state.ts';

/**
 * All rows that a query matches, selected by the query itself: the parameters of the list without page and order. The
 * rows in `except` were deselected again.
 */
type SelectedQuery = { where: TableQuery; total: number; except: ReadonlySet<string> };

/** `isOn`: the list shows checkboxes. Either `ids` or `query` says what is selected. */
export type SelectionState = {
  isOn: boolean;
  ids: ReadonlySet<string>;
  query: SelectedQuery | null;
};

/** The shown rows that can be selected, in their order. */
export type SelectablePage = {
  ids: readonly string[];
  /** Whether the list shows the rows of the selected query: then all of them are selected. */
  isQueryShown: boolean;
};

/**
 * The selected rows of a list, outside of React: a checkbox watches only its own row, so that a click renders one row and
 * not all of them, however many are selected.
 */
export type SelectionStore = {
  state: () => SelectionState;
  subscribe: (listener: () => void) => () => void;
  setOn: (isOn: boolean) => void;
  /** Selects a row or not; with `range` also the rows of the page between it and the last one. Shows the checkboxes. */
  toggle: (id: string, page: SelectablePage, range?: boolean) => void;
  /** Selects all rows of a page, or none of them; other pages keep theirs. */
  togglePage: (page: SelectablePage, on: boolean) => void;
  selectQuery: (query: Pick<SelectedQuery, 'where' | 'total'>) => void;
  /** Removes a deleted row from the selection. */
  drop: (id: string) => void;
  /** Empties the selection; the checkboxes stay. */
  clear: () => void;
};

/** A list whose rows can be selected, as the actions for selected rows need it. */
export type SelectableList = {
  selection: SelectionStore;
  /** The parameters that say which rows the list has. */
  where: TableQuery;
  sort: string;
  /** The number of its rows; undefined until it is known. */
  total: number | undefined;
  /** Returns the name of a row, or its id if the page does not show it. */
  nameOf: (id: string) => string;
};

const nothing: SelectionState = { isOn: false, ids: new Set(), query: null };

/** Tells whether a row of a page is selected. */
export const isSelected = (
  { ids, query }: SelectionState,
  { isQueryShown }: SelectablePage,
  id: string,
): boolean => (query ? isQueryShown && !query.except.has(id) : ids.has(id));

/** Creates a selection. `isOn`: the checkboxes show at first. */
export function createSelection(isOn = false): SelectionStore {
  let state: SelectionState = { ...nothing, isOn };
  let last: string | null = null;
  const listeners = new Set<() => void>();

  function become(next: Partial<SelectionState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  /** Selects these rows of a page, or not. A query stays selected while its list is shown; another list replaces it. */
  function set(page: SelectablePage, changed: readonly string[], on: boolean): void {
    const { query } = state;
    const isExcepting = query !== null && page.isQueryShown;
    const named = new Set(isExcepting ? query.except : state.ids);
    for (const id of changed) {
      if (on === isExcepting) named.delete(id);
      else named.add(id);
    }
    if (isExcepting) become({ query: { ...query, except: named } });
    else become({ isOn: true, ids: named, query: null });
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setOn(next) {
      last = null;
      become(next ? { isOn: true } : nothing);
    },
    toggle(id, page, range = false) {
      const on = !isSelected(state, page, id);
      const [from = -1, to = -1] = [page.ids.indexOf(last ?? ''), page.ids.indexOf(id)].sort(
        (a, b) => a - b,
      );
      const isRange = range && from >= 0;
      set(page, isRange ? page.ids.slice(from, to + 1) : [id], isRange || on);
      last = id;
    },
    togglePage: (page, on) => set(page, page.ids, on),
    selectQuery: (query) =>
      become({ isOn: true, ids: new Set(), query: { ...query, except: new Set() } }),
    drop(id) {
      const { ids, query } = state;
      const without = (set: ReadonlySet<string>) => new Set([...set].filter((one) => one !== id));
      if (query) {
        const total = Math.max(0, query.total - 1);
        become({ query: { ...query, total, except: without(query.except) } });
      } else if (ids.has(id)) become({ ids: without(ids) });
    },
    clear() {
      last = null;
      become({ ids: new Set(), query: null });
    },
  };
}

/** Returns the number of selected rows. */
export const selectedCount = ({ ids, query }: SelectionState): number =>
  query ? query.total - query.except.size : ids.size;

/** Returns the parameters of a list that say which rows it has. */
export function whereOf({
  page: _,
  pageSize: _size,
  sort: _sort,
  ...where
}: TableQuery): TableQuery {
  return where;
}

/** Tells whether two lists have the same rows. */
export function isSameWhere(a: TableQuery, b: TableQuery): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => a[name] === b[name]);
}
