import { Checkbox, VisuallyHidden } from '@mantine/core';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { useKeptOpen } from '../unsaved.ts';
import {
  createSelection,
  isSelected,
  type SelectablePage,
  type SelectionState,
  type SelectionStore,
  selectedCount,
} from './selection-store.ts';

type Page = SelectablePage & { selection: SelectionStore };

const SelectionOfPage = createContext<Page | null>(null);

type ProviderProps = { selection: SelectionStore; page: SelectablePage; children: ReactNode };

const hasSelected = (state: SelectionState) => selectedCount(state) > 0;

/** Around a `DataTable` whose columns have `RowCheckbox` and `AllCheckbox`. `page` must be the same object for the same rows. */
export function RowSelectionProvider({ selection, page, children }: ProviderProps) {
  useKeptOpen(useSelected(selection, hasSelected));
  const value = useMemo(() => ({ selection, ...page }), [selection, page]);
  return <SelectionOfPage value={value}>{children}</SelectionOfPage>;
}

/** A selection for a list, the same one at each render. `isOn`: its checkboxes show at first. */
export function useSelection(isOn = false): SelectionStore {
  return useState(() => createSelection(isOn))[0];
}

/** A part of a selection, read by `pick`, which must return the same value while that part stays the same. */
export function useSelected<T>(selection: SelectionStore, pick: (state: SelectionState) => T): T {
  return useSyncExternalStore(
    selection.subscribe,
    useCallback(() => pick(selection.state()), [selection, pick]),
  );
}

const whole = (state: SelectionState) => state;

/** The whole selection. Whatever uses it renders with each click. */
export const useSelectionState = (selection: SelectionStore): SelectionState =>
  useSelected(selection, whole);

/** Selects a row; with Shift, also those since the last one. `label`: 'Select Tide Clock'. */
export function RowCheckbox({ id, label }: { id: string; label: string }) {
  const page = use(SelectionOfPage);
  return page && <OneCheckbox page={page} id={id} label={label} />;
}

function OneCheckbox({ page, id, label }: { page: Page; id: string; label: string }) {
  const { selection } = page;
  const checked = useSelected(
    selection,
    useCallback((state: SelectionState) => isSelected(state, page, id), [page, id]),
  );
  return (
    <Checkbox
      size="xs"
      aria-label={label}
      data-row-checkbox
      // With Shift, the browser would also select the text between.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      checked={checked}
      onChange={({ nativeEvent }) =>
        selection.toggle(id, page, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  );
}

/** In the header: selects all rows of the page. */
export function AllCheckbox() {
  const page = use(SelectionOfPage);
  // A header must not be empty.
  if (!page || page.ids.length === 0) return <VisuallyHidden>Selection</VisuallyHidden>;
  return <PageCheckbox page={page} />;
}

function PageCheckbox({ page }: { page: Page }) {
  const { selection, ids } = page;
  const count = useSelected(
    selection,
    useCallback(
      (state: SelectionState) => ids.filter((id) => isSelected(state, page, id)).length,
      [page, ids],
    ),
  );
  const isAll = count === ids.length;
  return (
    <Checkbox
      size="xs"
      aria-label="Select all on this page"
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      onChange={() => selection.togglePage(page, !isAll)}
    />
  );
}
