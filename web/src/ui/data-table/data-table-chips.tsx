import { CloseButton, UnstyledButton } from '@mantine/core';
import classes from './data-table-chips.module.css';
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
  const set = shape.filters
    .map((filter) => ({ filter, words: filterText(filter, state.filters) }))
    .filter(({ words }) => words !== '');
  if (set.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Filters in use">
      {set.map(({ filter, words }) => (
        <li key={filter.name} className={classes.chip}>
          <span className={classes.label}>{filter.label}:</span>
          <bdi className={classes.words}>{words}</bdi>
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
