import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { RowData } from '@tanstack/react-table';
import { useMemo } from 'react';
import { HeaderHint } from '../text/header-hint.tsx';
import type { DataTableHeader, DataTableInstance } from './data-table-columns.ts';
import { ColumnFilter } from './data-table-filter.tsx';
import classes from './data-table-grid.module.css';
import type { TableControl } from './use-table-state.ts';

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;
const arrows = { asc: IconArrowUp, desc: IconArrowDown };

type Props<Row extends RowData> = {
  table: DataTableInstance<Row>;
  header: DataTableHeader<Row>;
  control: TableControl;
};

/** The header of a column, with a button if the list can sort by it, and a funnel if it can filter by it. */
export function DataTableHeaderCell<Row extends RowData>({ table, header, control }: Props<Row>) {
  const { column } = header;
  const { shape } = control;
  const sorted = column.getIsSorted();
  const sortable = column.getCanSort() && shape.sorts.includes(column.id);
  const filters = useMemo(
    () => shape.filters.filter((filter) => (filter.column ?? filter.name) === column.id),
    [shape, column.id],
  );
  const { align, hint } = column.columnDef.meta ?? {};
  const Arrow = sorted ? arrows[sorted] : IconArrowsSort;
  const content = (
    <span className={classes.headText} data-head-text>
      <table.FlexRender header={header} />
    </span>
  );
  return (
    <th
      scope="col"
      className={classes.head}
      data-align={align}
      aria-sort={sorted ? ariaSort[sorted] : undefined}
    >
      <span
        className={classes.headLine}
        data-tool={filters.length > 0 ? 'filter' : sortable ? 'sort' : undefined}
      >
        {sortable ? (
          <UnstyledButton
            className={classes.sort}
            data-sorted={sorted || undefined}
            onClick={() => column.toggleSorting()}
          >
            {content}
            <Arrow size={14} className={classes.arrow} aria-hidden="true" />
          </UnstyledButton>
        ) : (
          content
        )}
        {hint && <HeaderHint hint={hint} />}
        {filters.length > 0 && <ColumnFilter filters={filters} control={control} />}
      </span>
    </th>
  );
}
