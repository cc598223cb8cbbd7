import { SegmentedControl } from '@mantine/core';
import type { TableControl } from './use-table-state.ts';

/** The buttons that choose the part of the list to show, if its shape has a `view`. */
export function DataTableView({ control: { shape, state, setView } }: { control: TableControl }) {
  const { view } = shape;
  if (!view) return null;
  return (
    <SegmentedControl
      aria-label={view.label}
      data={[...view.options]}
      value={state.view ?? ''}
      onChange={setView}
    />
  );
}
