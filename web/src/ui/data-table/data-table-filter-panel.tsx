import { ActionIcon, Indicator, NativeSelect, Popover, Stack } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { useEscape } from '../dialog/use-escape.ts';
import classes from './data-table-filter.module.css';
import { FilterField } from './data-table-filter.tsx';
import type { TableControl } from './use-table-state.ts';

type Props = {
  control: TableControl;
  /** The sortable columns; empty when the table's header is shown, which sorts itself. */
  sorts: readonly { id: string; label: string }[];
};

/** All filters in one panel. On narrow screens, where the table has no header, it also has the sort order. */
export function DataTableFilterPanel({ control, sorts }: Props) {
  const { shape, state, setSort } = control;
  const [opened, setOpened] = useState(false);
  useEscape(opened, () => setOpened(false));
  const name = sorts.length > 0 ? 'Sort and filter' : 'Filters';
  const isSet = Object.keys(state.filters).length > 0;
  const orders = sorts.flatMap(({ id, label }) => [
    { value: id, label: `${label}, ascending` },
    { value: `-${id}`, label: `${label}, descending` },
  ]);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      trapFocus
      returnFocus
      position="bottom-end"
      width={280}
    >
      <Indicator disabled={!isSet} size={9} offset={3}>
        <Popover.Target>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={name}
            onClick={() => setOpened((open) => !open)}
          >
            <IconFilter size={18} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown
        aria-label={name}
        className={classes.dropdown}
        mah="min(460px, 65vh)"
        style={{ overflowY: 'auto' }}
      >
        <Stack gap="md">
          {sorts.length > 0 && (
            <NativeSelect
              label="Sort by"
              data={orders}
              value={state.sort}
              onChange={(event) => setSort(event.currentTarget.value)}
            />
          )}
          {shape.filters.map((filter) => (
            <FilterField key={filter.name} filter={filter} control={control} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
