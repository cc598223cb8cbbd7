import { CloseButton, UnstyledButton } from '@mantine/core';
import classes from './data-table-chips.module.css';
import { FilterWords } from './filter-words.tsx';
import { cleared, filterText } from './table-state.ts';
import type { TableControl } from './use-table-state.ts';

type Props = {
  control: TableControl;
  /** Selects all rows that the filters find. */
  selectAll?: { count: number; act: () => void } | undefined;
};

/** The filters in use, also those of hidden columns, each with a button that removes it. */
export function DataTableChips({ control, selectAll }: Props) {
  const { shape, state, setFilters, clear } = control;
  const set = shape.filters.filter((filter) => filterText(filter, state.filters) !== '');
  if (set.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Filters in use">
      {set.map((filter) => (
        <li key={filter.name} className={classes.chip}>
          <span className={classes.label}>{filter.label}:</span>
          <FilterWords filter={filter} filters={state.filters} />
          <CloseButton
            size={22}
            iconSize={12}
            radius="xl"
            aria-label={`Remove filter ${filter.label}`}
            onClick={() => setFilters(cleared(filter))}
          />
        </li>
      ))}
      <li>
        <UnstyledButton className={classes.clear} onClick={clear}>
          Clear all
        </UnstyledButton>
      </li>
      {selectAll && (
        <li>
          <UnstyledButton className={classes.clear} onClick={selectAll.act}>
            Select all {selectAll.count.toLocaleString('en')}
          </UnstyledButton>
        </li>
      )}
    </ul>
  );
}
