import { VisuallyHidden } from '@mantine/core';
import type { RowData } from '@tanstack/react-table';
import { memo, type ReactNode } from 'react';
import type { DataTableInstance, DataTableRow } from './data-table-columns.ts';
import classes from './data-table-grid.module.css';
import { DataTableHeaderCell } from './data-table-header.tsx';
import type { TableControl } from './use-table-state.ts';

type Props<Row extends RowData> = {
  table: DataTableInstance<Row>;
  control: TableControl;
  label: string;
  /** The width of each column in CSS pixels. */
  widths: Readonly<Record<string, number>>;
  /** CSS pixels of the column of row actions. */
  actionsWidth: number;
  /** Narrow gaps, and the names of columns on two lines. */
  isDense: boolean;
  busy: boolean;
  /** Shown instead of rows: an empty state or an error. */
  instead: ReactNode;
  /** No answer yet: shows grey bars as rows. */
  loading: boolean;
  /** Ids of removed rows that are fading out. */
  leaving: ReadonlySet<string>;
  rowActions?: ((row: Row) => ReactNode) | undefined;
  rowDetails?: ((row: Row) => ReactNode) | undefined;
};

const px = (name: string, width: number) => ({ [name]: `${width}px` }) as React.CSSProperties;

/** The table itself, as wide screens show it. */
export function DataTableGrid<Row extends RowData>(props: Props<Row>) {
  const { table, control, label, widths, isDense, busy, instead, loading, leaving } = props;
  const { rowActions, rowDetails, actionsWidth } = props;
  const visible = table.getVisibleLeafColumns();
  const columns = visible.map(({ id }) => id).join();
  const columnCount = visible.length + (rowActions ? 1 : 0);
  const parts = visible.map(({ id }) => widths[id] ?? 0);
  if (rowActions) parts.push(actionsWidth);
  return (
    <table
      className={classes.table}
      style={px(
        '--columns',
        parts.reduce((total, one) => total + one, 0),
      )}
      data-dense={isDense || undefined}
      aria-label={label}
      aria-busy={busy}
    >
      <colgroup>
        {parts.map((width, place) => (
          <col key={place} style={px('--width', width)} />
        ))}
      </colgroup>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => (
              <DataTableHeaderCell
                key={header.id}
                table={table}
                header={header}
                control={control}
              />
            ))}
            {rowActions && (
              <th scope="col" className={classes.actions}>
                <VisuallyHidden>Actions</VisuallyHidden>
              </th>
            )}
          </tr>
        ))}
      </thead>
      <tbody data-stale={(busy && !loading) || undefined}>
        {loading && <SkeletonRows rows={control.state.pageSize} columns={columnCount} />}
        {instead && (
          <tr>
            <td colSpan={columnCount} className={classes.instead}>
              <div className={classes.whole}>{instead}</div>
            </td>
          </tr>
        )}
        {!instead &&
          table
            .getRowModel()
            .rows.map((row) => (
              <GridRow
                key={row.id}
                table={table}
                row={row}
                columns={columns}
                isLeaving={leaving.has(row.id)}
                rowActions={rowActions}
                rowDetails={rowDetails}
              />
            ))}
      </tbody>
    </table>
  );
}

type RowProps<Row extends RowData> = Pick<Props<Row>, 'table' | 'rowActions' | 'rowDetails'> & {
  row: DataTableRow<Row>;
  /** The ids of the columns that show. */
  columns: string;
  isLeaving: boolean;
};

function PlainRow<Row extends RowData>(props: RowProps<Row>) {
  const { table, row, isLeaving, rowActions, rowDetails } = props;
  const cells = row.getVisibleCells();
  const details = rowDetails?.(row.original);
  const line = (
    <tr
      className={classes.row}
      data-row={row.id}
      tabIndex={-1}
      data-leaving={isLeaving || undefined}
      inert={isLeaving}
    >
      {cells.map((cell) => (
        <td
          key={cell.id}
          className={classes.cell}
          data-align={cell.column.columnDef.meta?.align}
          data-wraps={cell.column.columnDef.meta?.wraps}
        >
          <table.FlexRender cell={cell} />
        </td>
      ))}
      {rowActions && <td className={classes.actions}>{rowActions(row.original)}</td>}
    </tr>
  );
  if (!details) return line;
  return (
    <>
      {line}
      <tr className={classes.details}>
        <td colSpan={cells.length + (rowActions ? 1 : 0)}>
          <div className={classes.whole}>{details}</div>
        </td>
      </tr>
    </>
  );
}

/** Rendered again only for another row, other columns or other actions, and not with each key of a search. */
const GridRow = memo(PlainRow) as typeof PlainRow;

/** Widths of the grey bars, like those of words; the same at each render, so that nothing flickers. */
const widths = ['72%', '54%', '84%', '46%', '64%'];

function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} className={classes.row} aria-hidden>
      {Array.from({ length: columns }, (_, column) => (
        <td key={column} className={classes.cell}>
          <span
            className={classes.bone}
            style={{ width: widths[(row + 2 * column) % widths.length] }}
          />
        </td>
      ))}
    </tr>
  ));
}
