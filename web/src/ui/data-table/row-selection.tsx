import { Checkbox, VisuallyHidden } from '@mantine/core';
import { createContext, use, useMemo, useState } from 'react';

/** The selected rows of a page, and the functions to change them. */
export type RowSelection = {
  /** In the order of the page. */
  selected: readonly string[];
  selectable: readonly string[];
  toggle: (id: string) => void;
  /** Selects all that can be selected, or none. */
  selectAll: (on: boolean) => void;
};

const Selection = createContext<RowSelection | null>(null);

/** Around a `DataTable` with `RowCheckbox` and `AllCheckbox` in a column. Rows read it by themselves, so they need not render again. */
export const RowSelectionProvider = Selection.Provider;

/** Keeps which rows of a page are selected. Only ids in `selectable` count: a row that left the page is not selected. */
export function useRowSelection(selectable: readonly string[]): RowSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return useMemo(
    () => ({
      selected: selectable.filter((id) => ids.has(id)),
      selectable,
      toggle: (id) =>
        setIds((before) => {
          const next = new Set(before);
          if (!next.delete(id)) next.add(id);
          return next;
        }),
      selectAll: (on) => setIds(new Set(on ? selectable : [])),
    }),
    [ids, selectable],
  );
}

/** Selects a row; nothing for a row that cannot be selected. `label`: 'Select Tide Clock'. */
export function RowCheckbox({ id, label }: { id: string; label: string }) {
  const selection = use(Selection);
  if (!selection?.selectable.includes(id)) return null;
  return (
    <Checkbox
      size="xs"
      aria-label={label}
      checked={selection.selected.includes(id)}
      onChange={() => selection.toggle(id)}
    />
  );
}

/** In the header: selects all rows of the page. */
export function AllCheckbox() {
  const selection = use(Selection);
  // A header must not be empty.
  if (!selection || selection.selectable.length === 0) {
    return <VisuallyHidden>Selection</VisuallyHidden>;
  }
  const { selected, selectable, selectAll } = selection;
  const isAll = selected.length === selectable.length;
  return (
    <Checkbox
      size="xs"
      aria-label="Select all on this page"
      checked={isAll}
      indeterminate={selected.length > 0 && !isAll}
      onChange={() => selectAll(!isAll)}
    />
  );
}
