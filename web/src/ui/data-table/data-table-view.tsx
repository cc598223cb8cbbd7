import { NativeSelect, SegmentedControl } from '@mantine/core';
import type { TableControl } from './use-table-state.ts';

/** With more parts than this, buttons beside each other would be too wide. */
const mostButtons = 4;

/** Chooses the part of the list to show, if its shape has a `view`. */
export function DataTableView({ control: { shape, state, setView } }: { control: TableControl }) {
  const { view } = shape;
  if (!view) return null;
  const shared = { 'aria-label': view.label, data: [...view.options], value: state.view ?? '' };
  return view.options.length > mostButtons ? (
    <NativeSelect {...shared} onChange={({ currentTarget }) => setView(currentTarget.value)} />
  ) : (
    <SegmentedControl {...shared} onChange={setView} />
  );
}
