import { NativeSelect, SegmentedControl } from '@mantine/core';
import type { TableShape } from './table-state.ts';
import type { TableControl } from './use-table-state.ts';

/** With more parts than this, buttons beside each other would be too wide. */
const mostButtons = 4;

type Props = { control: TableControl; view: NonNullable<TableShape['view']> };

/** Chooses the part of the list to show. */
export function DataTableView({ control: { state, setView }, view }: Props) {
  const shared = { 'aria-label': view.label, data: [...view.options], value: state.view ?? '' };
  return (
    <div data-view>
      {view.options.length > mostButtons ? (
        <NativeSelect {...shared} onChange={({ currentTarget }) => setView(currentTarget.value)} />
      ) : (
        <SegmentedControl {...shared} onChange={setView} />
      )}
    </div>
  );
}
