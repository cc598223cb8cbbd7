import { ActionIcon } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { RowData } from '@tanstack/react-table';
import { type ReactNode, useId, useState } from 'react';
import classes from './data-table-cards.module.css';
import { type DataTableInstance, type DataTableRow, labelOf } from './data-table-columns.ts';

type Shared<Row extends RowData> = {
  table: DataTableInstance<Row>;
  rowActions?: ((row: Row) => ReactNode) | undefined;
  rowDetails?: ((row: Row) => ReactNode) | undefined;
};

type Props<Row extends RowData> = Shared<Row> & {
  label: string;
  busy: boolean;
  instead: ReactNode;
  loading: boolean;
  pageSize: number;
  /** Ids of removed rows that are fading out. */
  leaving: ReadonlySet<string>;
};

/**
 * Each row as a card, when there is no room for columns: a title, labelled values, its actions. If columns say that they
 * are `brief`, a card shows only these below its title, and the rest after a press.
 */
export function DataTableCards<Row extends RowData>(props: Props<Row>) {
  const { table, label, busy, instead, loading, pageSize, leaving, rowActions, rowDetails } = props;
  const isBrief = table.getAllLeafColumns().some(({ columnDef: { meta } }) => meta?.brief);
  if (instead) return instead;
  return (
    <ul
      className={classes.list}
      aria-label={label}
      aria-busy={busy}
      data-stale={(busy && !loading) || undefined}
      data-brief={isBrief || undefined}
    >
      {loading &&
        // As many as a page has rows, so that what is below stays.
        Array.from({ length: pageSize }, (_, card) => (
          <li key={card} className={classes.ghost} aria-hidden />
        ))}
      {table.getRowModel().rows.map((row) => (
        <li
          key={row.id}
          className={classes.card}
          data-row={row.id}
          tabIndex={-1}
          data-leaving={leaving.has(row.id) || undefined}
          inert={leaving.has(row.id)}
        >
          <Card
            table={table}
            row={row}
            isBrief={isBrief}
            rowActions={rowActions}
            rowDetails={rowDetails}
          />
        </li>
      ))}
    </ul>
  );
}

type CardProps<Row extends RowData> = Shared<Row> & { row: DataTableRow<Row>; isBrief: boolean };

function Card<Row extends RowData>(props: CardProps<Row>) {
  const { table, row, isBrief, rowActions, rowDetails } = props;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const cells = row.getVisibleCells();
  const isBriefCell = ({ column }: (typeof cells)[number]) => column.columnDef.meta?.brief;
  const cellsAt = (place: string) =>
    cells.filter((cell) => {
      const { card = 'line', brief } = cell.column.columnDef.meta ?? {};
      // A text below the title may be cut: the opened card has it whole.
      return card === place && (!brief || brief === 'text');
    });
  const render = (place: string) =>
    cellsAt(place).map((cell) => <table.FlexRender key={cell.id} cell={cell} />);
  return (
    <>
      <div className={classes.top}>
        {render('media')}
        <div className={classes.words}>
          <div id={`${id}-title`} className={classes.title}>
            {render('title')}
          </div>
          {isBrief && (
            <dl className={classes.brief}>
              {cells.filter(isBriefCell).map((cell) => (
                <div key={cell.id} className={classes.briefCell} data-brief={isBriefCell(cell)}>
                  <dt>{labelOf(cell.column)}</dt>
                  <dd>
                    <table.FlexRender cell={cell} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </div>
        {rowActions?.(row.original)}
        {isBrief && (
          <ActionIcon
            id={`${id}-more`}
            variant="subtle"
            color="gray"
            size={36}
            aria-label="More about"
            aria-labelledby={`${id}-more ${id}-title`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronDown size={18} className={classes.chevron} />
          </ActionIcon>
        )}
      </div>
      {(isOpen || !isBrief) && (
        <>
          <dl className={classes.lines}>
            {cellsAt('line').map((cell) => (
              <div
                key={cell.id}
                className={classes.line}
                data-wraps={cell.column.columnDef.meta?.wraps}
              >
                <dt>{labelOf(cell.column)}</dt>
                <dd>
                  <table.FlexRender cell={cell} />
                </dd>
              </div>
            ))}
          </dl>
          {cellsAt('action').length > 0 && <div className={classes.bottom}>{render('action')}</div>}
        </>
      )}
      {rowDetails?.(row.original)}
    </>
  );
}
