import {
  type ColumnDef,
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  type ReactTable,
  type RowData,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';

/** How a column looks, besides its header and cell. */
export type DataTableColumnMeta = {
  /** Its name in the column menu, the cards and the skeleton; needed when the header is no text. */
  label?: string;
  /** An explanation beside its header. */
  hint?: string;
  /** For numbers. */
  align?: 'end';
  /** Its least width in CSS pixels, so that nothing moves when the rows are loaded. */
  width?: number;
  /** Its share of the width that the other columns leave; text that does not fit is cut. Others are as wide as their cells. */
  grow?: number;
  /** CSS pixels to which a growing column may be cut, 110 unless said otherwise. */
  minWidth?: number;
  /** Not shown until the person chooses it in the column menu. */
  hidden?: boolean;
  /** Always shown, and not in the column menu. */
  fixed?: true;
  /** Its turn to be hidden when the table has no room: 1 goes first. Without it, and when the person chose it, it stays. */
  givesWay?: number;
  /** Its text is shown whole, on several lines, and in a card over the whole width. */
  wraps?: true;
  /** Its place in a card on a narrow screen: a labelled line unless said otherwise. */
  card?: 'media' | 'title' | 'action';
  /**
   * In a card, below its title, while the rest is folded: a text that gives way to the others, a badge, or a badge after
   * its label.
   */
  brief?: 'text' | 'badge' | 'labelled';
};

/** Sorting, paging and filtering happen on the server: no row model of the client is registered. */
export const dataTableFeatures = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  rowPaginationFeature,
  columnMeta: metaHelper<DataTableColumnMeta>(),
});
type Features = typeof dataTableFeatures;

// biome-ignore lint/suspicious/noExplicitAny: each column has its own type of value
export type DataTableColumn<Row extends RowData> = ColumnDef<Features, Row, any>;
export type DataTableInstance<Row extends RowData> = ReactTable<Features, Row>;
export type DataTableRow<Row extends RowData> = ReturnType<
  DataTableInstance<Row>['getRowModel']
>['rows'][number];
export type DataTableHeader<Row extends RowData> = ReturnType<
  DataTableInstance<Row>['getFlatHeaders']
>[number];

/** Writes columns with their types: `const column = dataTableColumns<App>(); column.accessor('appName', {…})`. */
export function dataTableColumns<Row extends RowData>() {
  return createColumnHelper<Features, Row>();
}

export function idOf<Row extends RowData>(column: DataTableColumn<Row>): string {
  return column.id ?? ('accessorKey' in column ? String(column.accessorKey) : '');
}

/** Whether the person can hide the column. */
export const isChoosable = <Row extends RowData>(column: DataTableHeader<Row>['column']): boolean =>
  !column.columnDef.meta?.fixed;

/** A column's name in words. */
export function labelOf<Row extends RowData>(column: DataTableHeader<Row>['column']): string {
  const { header, meta } = column.columnDef;
  return meta?.label ?? (typeof header === 'string' ? header : column.id);
}
