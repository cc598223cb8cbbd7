import {
  ActionIcon,
  Button,
  Indicator,
  NativeSelect,
  Popover,
  Stack,
  UnstyledButton,
} from '@mantine/core';
import { IconChevronLeft, IconFilter, IconFilterPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useEscape } from '../dialog/use-escape.ts';
import { useEarlyKeys } from '../early-keys.ts';
import classes from './data-table-filter.module.css';
import { FilterField } from './data-table-filter.tsx';
import { FilterFinder, type FoundFilter } from './filter-finder.tsx';
import { cleared, filterText } from './table-state.ts';
import type { TableControl } from './use-table-state.ts';

type Props = {
  control: TableControl;
  /** There are cards in place of a table: the button is an icon, and the panel has the order that a header would set. */
  isNarrow: boolean;
  /** The sortable columns. */
  sorts: readonly { id: string; label: string }[];
};

/**
 * Adds a filter: finds it by its name or its value, then sets it. On narrow screens, where the table has no header, it also
 * has the sort order.
 */
export function DataTableFilterPanel({ control, isNarrow, sorts }: Props) {
  const { shape, state, setSort, setFilters } = control;
  const [opened, setOpened] = useState(false);
  const [chosen, setChosen] = useState<FoundFilter | null>(null);
  useEscape(opened, () => toggle(false));
  useEarlyKeys(opened);
  const sortsHere = isNarrow && sorts.length > 0;
  const name = sortsHere ? 'Sort and filter' : 'Add filter';
  const isSet = Object.keys(state.filters).length > 0;
  const orders = sorts.flatMap(({ id, label }) => [
    { value: id, label: `${label}, ascending` },
    { value: `-${id}`, label: `${label}, descending` },
  ]);

  function toggle(open: boolean): void {
    setChosen(null);
    setOpened(open);
  }

  const button = isNarrow ? (
    <ActionIcon variant="default" size={36} aria-label={name} onClick={() => toggle(!opened)}>
      <IconFilter size={18} />
    </ActionIcon>
  ) : (
    <Button
      variant="default"
      px="sm"
      className={classes.add}
      leftSection={<IconFilterPlus size={16} />}
      onClick={() => toggle(!opened)}
    >
      {name}
    </Button>
  );
  return (
    <Popover
      opened={opened}
      onChange={toggle}
      trapFocus
      returnFocus
      position="bottom-end"
      width={300}
    >
      <Indicator disabled={!isSet || !isNarrow} size={9} offset={3}>
        <Popover.Target>{button}</Popover.Target>
      </Indicator>
      <Popover.Dropdown
        aria-label={name}
        className={classes.dropdown}
        mah="min(480px, 70vh)"
        style={{ overflowY: 'auto' }}
      >
        {chosen ? (
          <Chosen
            key={chosen.filter.name}
            chosen={chosen}
            control={control}
            onBack={() => setChosen(null)}
            onDone={() => toggle(false)}
          />
        ) : (
          <Stack gap="md">
            {sortsHere && (
              <NativeSelect
                label="Sort by"
                data={orders}
                value={state.sort}
                onChange={(event) => setSort(event.currentTarget.value)}
              />
            )}
            {shape.filters.length > 0 && (
              <FilterFinder
                control={control}
                onChoose={(found) => {
                  if (!found.sets) return setChosen(found);
                  setFilters(found.sets);
                  toggle(false);
                }}
              />
            )}
          </Stack>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

type ChosenProps = {
  chosen: FoundFilter;
  control: TableControl;
  onBack: () => void;
  onDone: () => void;
};

/** The field of the chosen filter. */
function Chosen({ chosen: { filter, find }, control, onBack, onDone }: ChosenProps) {
  const root = useRef<HTMLDivElement>(null);
  // The element of the last choice is gone, and the focus with it.
  useEffect(() => {
    const first = (selector: string) => root.current?.querySelector<HTMLElement>(selector);
    const field = first('input:not([type="radio"]), select, textarea') ?? first('input:checked');
    (field ?? first('input'))?.focus();
  }, []);
  return (
    <Stack gap="xs" ref={root}>
      <UnstyledButton className={classes.back} onClick={onBack}>
        <IconChevronLeft size={14} aria-hidden="true" />
        All filters
      </UnstyledButton>
      <FilterField filter={filter} control={control} find={find} onDone={onDone} />
      {filterText(filter, control.state.filters) !== '' && (
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            control.setFilters(cleared(filter));
            onDone();
          }}
        >
          Clear
        </Button>
      )}
    </Stack>
  );
}
