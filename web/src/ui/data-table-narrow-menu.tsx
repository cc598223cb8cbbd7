import { ActionIcon, Indicator, NativeSelect, Popover, Stack } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { FilterField } from './data-table-filter.tsx';
import classes from './data-table-narrow-menu.module.css';
import { useEscape } from './use-escape.ts';
import type { TableControl } from './use-table-state.ts';

type Props = {
  control: TableControl;
  /** The columns that sort. */
  sorts: readonly { id: string; label: string }[];
};

/** Order and filters where a narrow screen has no header to hold them. */
export function DataTableNarrowMenu({ control, sorts }: Props) {
  const { shape, state, setSort } = control;
  const [opened, setOpened] = useState(false);
  useEscape(opened, () => setOpened(false));
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
            aria-label="Sort and filter"
            onClick={() => setOpened((open) => !open)}
          >
            <IconFilter size={18} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown aria-label="Sort and filter" className={classes.dropdown}>
        <Stack gap="md">
          <NativeSelect
            label="Sort by"
            data={orders}
            value={state.sort}
            onChange={(event) => setSort(event.currentTarget.value)}
          />
          {shape.filters.map((filter) => (
            <FilterField key={filter.name} filter={filter} control={control} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
