import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import classes from './data-table-cards.module.css';
import { type DataTableInstance, labelOf } from './data-table-columns.ts';

type Props<Row extends RowData> = {
  table: DataTableInstance<Row>;
  label: string;
  busy: boolean;
  instead: ReactNode;
  loading: boolean;
  /** Ids of removed rows that are fading out. */
  leaving: ReadonlySet<string>;
  rowActions?: ((row: Row) => ReactNode) | undefined;
  rowDetails?: ((row: Row) => ReactNode) | undefined;
};

/** Each row as a card, when there is no room for columns: a title, labelled values, its actions. */
export function DataTableCards<Row extends RowData>(props: Props<Row>) {
  const { table, label, busy, instead, loading, leaving, rowActions, rowDetails } = props;
  if (instead) return instead;
  return (
    <ul
      className={classes.list}
      aria-label={label}
      aria-busy={busy}
      data-stale={(busy && !loading) || undefined}
    >
      {loading && [0, 1, 2].map((card) => <li key={card} className={classes.ghost} aria-hidden />)}
      {table.getRowModel().rows.map((row) => {
        const cells = row.getVisibleCells();
        const cellsAt = (place: string) =>
          cells.filter((cell) => (cell.column.columnDef.meta?.card ?? 'line') === place);
        const render = (place: string) =>
          cellsAt(place).map((cell) => <table.FlexRender key={cell.id} cell={cell} />);
        return (
          <li
            key={row.id}
            className={classes.card}
            data-row={row.id}
            tabIndex={-1}
            data-leaving={leaving.has(row.id) || undefined}
            inert={leaving.has(row.id)}
          >
            <div className={classes.top}>
              {render('media')}
              <div className={classes.title}>{render('title')}</div>
              {rowActions?.(row.original)}
            </div>
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
            {cellsAt('action').length > 0 && (
              <div className={classes.bottom}>{render('action')}</div>
            )}
            {rowDetails?.(row.original)}
          </li>
        );
      })}
    </ul>
  );
}
